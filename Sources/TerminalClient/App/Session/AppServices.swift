internal import NIOCore
internal import Shared

/// What the app's coordinators need from outside.
@MainActor
struct AppServices {
    /// Is called with the token when a login with a password has succeeded.
    typealias TokenArrived = @MainActor ([UInt8]) throws -> Void

    var clock: AppClock
    var browser: Browser
    var keys = Keys()
    /// This terminal's own settings.
    var local = LocalStore()
    /// Starts to connect. Throws if the user's files cannot be used.
    var open: @MainActor (ServerAddress, Hello.Credentials, @escaping TokenArrived) throws -> Session
    /// The login that this window or another one has stored.
    var login: @MainActor (ServerAddress) throws -> StoredLogin?
    var rememberToken: @MainActor (_ token: [UInt8], _ user: String, ServerAddress) throws -> Void
    /// Forgets a token that is no longer valid, but not another one that has replaced it.
    var forgetToken: @MainActor (_ token: [UInt8], ServerAddress) -> Void
    /// Forgets any stored login of a user.
    var forgetLogin: @MainActor (_ user: String, ServerAddress) -> Void
    /// Stores a server's key that the user has confirmed.
    var rememberKey: @MainActor (PublicKeyPin, ServerAddress) throws -> Void
    /// Is called when the work of the start is done.
    var startEnded: @MainActor () -> Void = {}
    /// The path of the file with the confirmed keys, for texts that name it.
    var knownServersPath: String
}

extension AppServices {
    /// The real services: over the network, with the files of `profile`.
    /// - Parameters:
    ///   - pin: the only key to accept from one server, from the command line.
    ///   - local: the private server at an address; nil for any other address.
    init(
        profile: Profile,
        pin: (key: PublicKeyPin, server: ServerAddress)?,
        deviceName: String,
        local: @escaping @MainActor (ServerAddress) -> LocalServer?,
        group: any EventLoopGroup,
        clock: AppClock,
        browser: Browser,
        keys: Keys,
        settings: LocalStore
    ) {
        self.init(
            clock: clock,
            browser: browser,
            keys: keys,
            local: settings,
            open: { server, credentials, tokenArrived in
                var target = ServerLink.Target(
                    address: server,
                    trust: try Self.trust(in: server, pin: pin, profile: profile),
                    credentials: profile.showingFormerToken(credentials, to: server),
                    deviceName: deviceName
                )
                target.local = local(server)
                let name = try profile.userName(credentials, at: server)
                let directory = profile.pendingDirectory(of: name, at: server)
                let user = UserReplica(journals: try PendingJournals(directory: directory))
                let file = profile.cache(of: name, at: server)
                // Before a password is checked, nobody may see what another user's terminal knew.
                let cached = credentials.areStored ? file.read() : nil
                let link = ServerLink(
                    target: target,
                    group: group,
                    market: MarketReplica(cached: cached?.market),
                    user: user,
                    cached: cached
                )
                let failed = { (error: any Error) in user.noted(.loginNotSaved(reason: "\(error)")) }
                link.share(profile, of: name, failed: failed)
                link.tokenArrived = { token in
                    do { try tokenArrived(token) } catch { failed(error) }
                }
                let keeper = CacheKeeper(link, file: file, sleep: clock.sleep)
                return Session(starting: link, to: server, as: name, keeper: keeper)
            },
            login: { try profile.login(for: $0) },
            rememberToken: { try profile.remember(token: $0, of: $1, for: $2) },
            forgetToken: { profile.forgetToken($0, for: $1) },
            forgetLogin: { profile.forgetLogin(of: $0, for: $1) },
            rememberKey: { try profile.remember($0, of: $1) },
            startEnded: ResidentMemory.giveBack,
            knownServersPath: profile.knownServers.path
        )
    }

    /// A given pin, or else a confirmed key, or else the system's authorities. If those do not vouch for the server,
    /// the link stops with its key, and the user is asked.
    private static func trust(
        in server: ServerAddress,
        pin: (key: PublicKeyPin, server: ServerAddress)?,
        profile: Profile
    ) throws -> TLSTrust {
        if let pin, pin.server == server { return .pin(pin.key) }
        return try profile.knownServers.load().pin(host: server.first.host, port: server.first.port).map(TLSTrust.pin)
            ?? .system
    }
}

extension Hello.Credentials {
    /// Whether they are of a user who has signed in before, on this machine.
    fileprivate var areStored: Bool {
        switch self {
        case .token, .local: true
        case .password, .invitation, .node: false
        }
    }
}
