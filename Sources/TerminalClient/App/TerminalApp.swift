package import NIOCore
package import Shared
package import TerminalKit

/// The interactive client, put together: the terminal, the screen and the flow that fills it.
@MainActor
package struct TerminalApp {
    package enum Ending: Equatable, Sendable {
        /// The user left.
        case quit
        /// The terminal went away, or a signal asked the process to end.
        case ended(EndReason)

        /// The signal that ended it, if one did.
        package var signal: Int32? {
            if case .ended(.signal(let signal)) = self { signal } else { nil }
        }
    }

    private let server: ServerAddress
    private let services: AppServices
    private let capabilities: Capabilities

    /// - Parameters:
    ///   - pin: the key to insist on for `server`; nil: the one that the profile knows, else the user is asked.
    ///   - environment: tells what the terminal can show.
    package init(
        server: ServerAddress,
        pin: PublicKeyPin?,
        profile: Profile,
        deviceName: String,
        group: any EventLoopGroup,
        environment: [String: String]
    ) {
        self.server = server
        services = AppServices(
            profile: profile,
            pin: pin.map { ($0, server) },
            deviceName: deviceName,
            group: group,
            clock: .system,
            browser: .system(environment: environment)
        )
        capabilities = Capabilities(environment: environment)
    }

    /// Takes the terminal until the user quits or it goes away; either way it is given back.
    /// - Throws: `TerminalError` where there is no terminal to take.
    package func run() async throws -> Ending {
        try await Terminal.withTerminal(options: TerminalOptions(mouse: true)) { terminal in
            let screen = TerminalScreen(terminal: terminal, capabilities: capabilities)
            let app = AppCoordinator(server: server, services: services, screen: screen)
            return await withTaskGroup(of: Ending.self) { group in
                group.addTask { .ended(await screen.run(events: terminal.events)) }
                group.addTask {
                    _ = await app.start()
                    return .quit
                }
                let first = await group.next() ?? .quit
                group.cancelAll()
                return first
            }
        }
    }
}
