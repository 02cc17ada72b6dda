internal import Shared
package import TerminalKit

/// Screens without a terminal: for the pictures in the documentation, and for tests.
@MainActor
package enum ScreenPicture {
    /// Where everything has come, and nothing changes any more between two looks, the screen is complete. What is beside a list
    /// is asked for when the selection has rested.
    private static let look = CoinPaneModel.rest + .milliseconds(50)
    private static let looksMax = 50

    /// The screen that a link leads to, as a live connection fills it.
    /// - Parameters:
    ///   - deepLink: nil for the first screen.
    ///   - preferences: what this user's terminals look like.
    ///   - capabilities: what the terminal in the picture can show.
    ///   - time: how long prices are watched first, so that there is a trend to be seen.
    package static func picture(
        of link: ServerLink,
        at deepLink: DeepLink?,
        size: Size,
        preferences: Preferences,
        capabilities: Capabilities,
        after time: Duration
    ) async throws -> (buffer: Buffer, theme: PictureTheme) {
        let screen = PictureScreen(size: size, capabilities: capabilities)
        var local = preferences.local
        // A picture is of one moment.
        local.updateRate = .live
        let tabs = TabsCoordinator(
            session: .watching(link),
            clock: .system,
            browser: .none,
            keys: preferences.keys,
            local: LocalStore(local),
            link: deepLink,
            screen: screen
        )
        async let _ = try? tabs.start()  // Cancelled when the picture is taken.
        let end = ContinuousClock.now + time
        var last = screen.picture
        for _ in 0..<looksMax {
            repeat { try await Task.sleep(for: look) } while ContinuousClock.now < end
            let next = screen.picture
            if next == last, !link.isAwaiting { break }
            last = next
        }
        return colored(last, by: local, for: capabilities.terminalColors)
    }

    /// A screen in the colours of a theme, and those of the window around it. A picture's page is the terminal's own, in the theme's colour.
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

/// Shows views to nobody, and has their picture at hand.
@MainActor
private final class PictureScreen: Screen {
    private let size: Size
    private let capabilities: Capabilities
    private var view: (any View)?

    init(size: Size, capabilities: Capabilities) {
        self.size = size
        self.capabilities = capabilities
    }

    var picture: Buffer {
        var buffer = Buffer(size: size, charset: capabilities.charset, blocks: capabilities.blocks)
        _ = view?.frame(into: &buffer)
        return buffer
    }

    func show(_ view: any View) { self.view = view }
    func copy(_ text: String) {}
    func repaint() {}
}

extension ServerLink {
    /// Whether the screen would show more if one waited: a slow machine's pictures are not emptier than a quick one's.
    fileprivate var isAwaiting: Bool {
        !market.isComplete || !user.isComplete || charts.isAwaiting || account.isAwaiting
    }
}

extension Session {
    /// A session over a link that somebody else runs and ends.
    fileprivate static func watching(_ link: ServerLink) -> Session {
        Session(
            server: ServerAddress(host: "localhost", port: ServerAddress.defaultPort),
            market: link.market,
            user: link.user,
            charts: link.charts,
            icons: link.icons,
            account: link.account,
            state: { link.state },
            userName: { link.userName },
            token: { link.token },
            clockOffset: { link.clockOffset },
            retry: {},
            logOut: {},
            isLoggingOut: { false },
            ended: { nil },
            close: {}
        )
    }
}
