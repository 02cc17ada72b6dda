package import NIOCore
internal import Observation
package import Shared
package import TerminalKit

/// Assembles the interactive client: the terminal, the screen and the flow that fills it.
@MainActor
package struct TerminalApp {
    package enum Ending: Equatable, Sendable {
        /// The user left, with what servers had not confirmed.
        case quit([UnconfirmedChanges])
        /// The terminal went away, or a signal asked the process to end.
        case ended(EndReason)

        /// The signal that ended the program, if there was one.
        package var signal: Int32? {
            if case .ended(.signal(let signal)) = self { signal } else { nil }
        }
    }

    private let server: ServerAddress
    private let link: DeepLink?
    private let services: AppServices
    private let capabilities: Capabilities

    /// - Parameters:
    ///   - pin: the only key to accept from `server`; nil: accept the key in the profile, or else ask the user.
    ///   - link: what to show first.
    ///   - config: the file with this terminal's settings, which the user can change.
    ///   - environment: says whether there is a browser, and where a private server is.
    ///   - linger: how many seconds a private server that this program starts stays after its last terminal; nil: the
    ///     server's default.
    ///   - capabilities: what the terminal can show.
    package init(
        server: ServerAddress,
        link: DeepLink?,
        pin: PublicKeyPin?,
        profile: Profile,
        deviceName: String,
        group: any EventLoopGroup,
        preferences: Preferences,
        config: ConfigFile,
        environment: [String: String],
        linger: Int? = nil,
        capabilities: Capabilities
    ) {
        self.server = server
        self.link = link
        services = AppServices(
            profile: profile,
            pin: pin.map { ($0, server) },
            deviceName: deviceName,
            local: { LocalServer($0, linger: linger, environment: environment) },
            group: group,
            clock: .system,
            browser: .system(environment: environment),
            keys: preferences.keys,
            settings: LocalStore(preferences.local) { try config.set($0) }
        )
        self.capabilities = capabilities
    }

    /// Takes the terminal until the user quits or the terminal goes away. In both cases it gives the terminal back.
    /// - Throws: `TerminalError` if there is no usable terminal.
    package func run() async throws -> Ending {
        let options = TerminalOptions(
            mouse: true,
            asksForImages: capabilities.asksForImages,
            asksForColors: capabilities.asksForColors,
            asksForDepth: capabilities.asksForDepth,
            focus: true
        )
        return try await Terminal.withTerminal(options: options) { terminal in
            await withTaskExecutorPreference(MainQueue()) { await run(on: terminal) }
        }
    }

    /// Applies a theme that the user chooses in Settings. Views name roles and not colors, so only the screen has to
    /// know.
    /// - Parameter theme: the theme that the screen has.
    private func followTheme(_ local: LocalStore, from theme: String, on screen: TerminalScreen) async {
        var shown = theme
        for await theme in Observations({ local.settings.theme }) where theme != shown {
            shown = theme
            screen.scheme = local.settings.scheme
        }
    }

    private func run(on terminal: Terminal) async -> Ending {
        let screen = TerminalScreen(terminal: terminal, capabilities: capabilities)
        let settings = services.local
        screen.scheme = settings.settings.scheme
        async let _ = followTheme(settings, from: settings.settings.theme, on: screen)  // Cancelled with the program.
        let app = AppCoordinator(server: server, link: link, services: services, screen: screen)
        return await withTaskGroup(of: Ending.self) { group in
            group.addTask { .ended(await screen.run(events: terminal.events)) }
            group.addTask {
                .quit(await app.start())
            }
            let first = await group.next() ?? .quit([])
            group.cancelAll()
            return first
        }
    }
}
