import Shared

@testable import TerminalClient

/// The services of an app under test. They hand out the given links one after the other, and keep logins.
@MainActor
final class TestServices {
    private var links: [TestLink]
    private(set) var credentials: [Hello.Credentials] = []
    /// The logins in the profile, to which other windows write as well.
    var logins: [ServerAddress: StoredLogin]
    private(set) var keys: [ServerAddress: PublicKeyPin] = [:]
    private(set) var endedStarts = 0
    let time = ManualClock()
    var problem: ProfileError?

    static let server = ServerAddress(host: "localhost", port: 7443)

    init(_ links: [TestLink], token: [UInt8]? = nil) {
        self.links = links
        logins = token.map { [Self.server: StoredLogin(token: $0, user: "demo")] } ?? [:]
    }

    func app(on screen: ScriptedScreen, at link: DeepLink? = nil) -> AppCoordinator {
        AppCoordinator(server: Self.server, link: link, services: services, screen: screen)
    }

    private var services: AppServices {
        AppServices(
            clock: time.clock,
            browser: .none,
            open: { _, credentials, tokenArrived in
                if let problem = self.problem { throw problem }
                self.credentials.append(credentials)
                let link = self.links.isEmpty ? TestLink() : self.links.removeFirst()
                if case .token(let token) = credentials { link.token = token }
                if case .password = credentials, link.state == .live {
                    link.token = [7]
                    try tokenArrived([7])
                }
                return link.session
            },
            login: { self.logins[$0] },
            rememberToken: { self.logins[$2] = StoredLogin(token: $0, user: $1) },
            forgetToken: { if self.logins[$1]?.token == $0 { self.logins[$1] = nil } },
            forgetLogin: { if self.logins[$1]?.isOf($0) == true { self.logins[$1] = nil } },
            rememberKey: { self.keys[$1] = $0 },
            startEnded: { self.endedStarts += 1 },
            knownServersPath: "/profile/known_servers"
        )
    }
}
