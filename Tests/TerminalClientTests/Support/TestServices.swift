import Shared

@testable import TerminalClient

/// The world of an app under test: hands out the links it was given, one after the other, and keeps what is to be kept.
@MainActor
final class TestServices {
    private var links: [TestLink]
    private(set) var credentials: [Hello.Credentials] = []
    private(set) var tokens: [ServerAddress: [UInt8]]
    private(set) var keys: [ServerAddress: PublicKeyPin] = [:]
    var problem: ProfileError?

    static let server = ServerAddress(host: "localhost", port: 7443)

    init(_ links: [TestLink], token: [UInt8]? = nil) {
        self.links = links
        tokens = token.map { [Self.server: $0] } ?? [:]
    }

    func app(on screen: ScriptedScreen, at link: DeepLink? = nil) -> AppCoordinator {
        AppCoordinator(server: Self.server, link: link, services: services, screen: screen)
    }

    private var services: AppServices {
        AppServices(
            clock: ManualClock().clock,
            browser: .none,
            open: { _, credentials, tokenArrived in
                if let problem = self.problem { throw problem }
                self.credentials.append(credentials)
                let link = self.links.isEmpty ? TestLink() : self.links.removeFirst()
                if case .password = credentials, link.state == .live { try tokenArrived([7]) }
                return link.session
            },
            token: { self.tokens[$0] },
            rememberToken: { token, _, server in self.tokens[server] = token },
            forgetToken: { self.tokens[$0] = nil },
            rememberKey: { self.keys[$1] = $0 },
            knownServersPath: "/profile/known_servers"
        )
    }
}
