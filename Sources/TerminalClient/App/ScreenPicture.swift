internal import Shared
package import TerminalKit

/// Draws screens without a terminal, for the pictures in the documentation and for tests.
@MainActor
package enum ScreenPicture {
    /// The time between two looks at the screen. If all data has come and nothing changes between two looks, the screen
    /// is complete. The pane beside a list asks for its data only after the selection has rested.
    private static let look = CoinPaneModel.rest + .milliseconds(50)
    private static let looksMax = 50
    /// A live market never stands still. If nothing was awaited for this many looks, the picture is taken.
    private static let calmLooks = 3

    /// One moment of a screen: its cells, the position of its text cursor, and the window around it.
    package struct Screenshot {
        package let buffer: Buffer
        package let cursor: Cursor?
        package let theme: PictureTheme
    }

    /// The screen that a link and keys lead to, filled over a live connection.
    /// - Parameters:
    ///   - deepLink: nil for the first screen.
    ///   - keys: the keys to press there, in this order.
    ///   - preferences: how this user's terminals look.
    ///   - capabilities: what the terminal in the picture can show.
    ///   - showsAmounts: whether the picture shows how much the user holds. Pictures are made for others to see.
    ///   - time: how long to follow prices before, so that there is a trend to show.
    package static func picture(
        of link: ServerLink,
        at deepLink: DeepLink?,
        pressing keys: [Key],
        size: Size,
        preferences: Preferences,
        capabilities: Capabilities,
        showsAmounts: Bool,
        after time: Duration
    ) async throws -> Screenshot {
        let screen = UnseenScreen(size: size, capabilities: capabilities)
        var local = preferences.local
        // A picture shows one moment, so no price waits for the next frame.
        local.updateRate = .live
        let tabs = SignedInCoordinator(
            session: Session(
                watching: link,
                at: ServerAddress(host: "localhost", port: ServerAddress.defaultPort)
            ),
            clock: .system,
            browser: .none,
            keys: preferences.keys,
            local: LocalStore(local),
            link: deepLink,
            hidesAmounts: !showsAmounts,
            screen: screen
        )
        async let _ = try? tabs.start()  // Cancelled when the picture is taken.
        try await settled(screen, link, until: ContinuousClock.now + time)
        for key in keys {
            screen.press(key)
            try await settled(screen, link)
        }
        let (buffer, cursor) = screen.picture
        let (colored, theme) = colored(buffer, by: local, for: capabilities.terminalColors)
        return Screenshot(buffer: colored, cursor: cursor, theme: theme)
    }

    /// Waits until everything awaited has come and only prices change.
    private static func settled(
        _ screen: UnseenScreen,
        _ link: ServerLink,
        until end: ContinuousClock.Instant = .now
    ) async throws {
        var last = screen.picture.buffer
        var calm = 0
        for _ in 0..<looksMax {
            var next: Buffer
            repeat {
                try await Task.sleep(for: look)
                // Each look is a frame, as on a terminal: the screen requests what its rows need.
                next = screen.picture.buffer
            } while ContinuousClock.now < end
            calm = link.isAwaiting ? 0 : calm + 1
            if calm == calmLooks || calm > 0 && next == last { return }
            last = next
        }
    }

    /// A screen in the colors of a theme. The window around it has the theme's page color, which stands for the
    /// terminal's own.
    static func colored(
        _ buffer: Buffer,
        by local: LocalSettings,
        for terminal: TerminalColors
    ) -> (buffer: Buffer, theme: PictureTheme) {
        let theme = local.themes.first { $0.name == local.theme } ?? (terminal.isLight == true ? .light : .dark)
        let looks = [ThemeColor.text, .page].map { theme[$0].look(in: .xterm) }
        let picture = PictureTheme(text: looks[0] ?? .white, page: looks[1] ?? .black)
        var terminal = terminal
        terminal.learn(.text(picture.text))
        terminal.learn(.page(picture.page))
        return (buffer.colored(by: ColorTable(theme.scheme(paintsPage: false), on: terminal)), picture)
    }
}

/// A screen that nobody sees. It keeps its latest picture.
@MainActor
private final class UnseenScreen: Screen {
    private let size: Size
    private let capabilities: Capabilities
    private var view: (any View)?

    init(size: Size, capabilities: Capabilities) {
        self.size = size
        self.capabilities = capabilities
    }

    var picture: (buffer: Buffer, cursor: Cursor?) {
        var buffer = Buffer(size: size, charset: capabilities.charset, blocks: capabilities.blocks)
        let cursor = view?.frame(into: &buffer)
        return (buffer, cursor)
    }

    func press(_ key: Key) { _ = view?.take(.key(key), in: size) }

    func show(_ view: any View, isLeaving: @escaping @MainActor () -> Bool) { self.view = view }
    func viewStays() {}
    func copy(_ text: String) {}
    func notify(_ text: String) {}
    func repaint() {}
}

extension ServerLink {
    /// Whether the screen would show more after a wait. With this, pictures from slow machines are as complete as
    /// others.
    fileprivate var isAwaiting: Bool {
        !market.isComplete || !user.isComplete || charts.isAwaiting || account.isAwaiting
            || weeks.isAwaiting
    }
}
