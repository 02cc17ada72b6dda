internal import Foundation
internal import Logging
internal import Shared

/// Decides who may sign in: checks passwords and tokens, and enforces the wait after wrong passwords.
actor Accounts {
    /// The result of a successful sign-in.
    struct SignIn: Sendable {
        let account: Account
        let device: DeviceID
        let tokenHash: TokenHash
        /// Set after a login with a password, or when the terminal's token is old and this one replaces it.
        let newToken: AccessToken?
    }

    /// How long a terminal waits for a new token before its Welcome.
    private static let renewalWait = Duration.seconds(1)

    let store: any UserStore
    let cost: ScryptCost
    private let clock: any Clock<Duration>
    let now: @Sendable () -> MarketTime
    let logger: Logger
    /// Tells the hub which devices were signed out. The hub ends their connections.
    private let signedOut: @Sendable (Set<DeviceID>) -> Void
    let hashing: HashingThreads
    /// Counts wrong passwords for all nodes; nil: `throttle` counts those of this server.
    let failures: (any FailureStore)?
    var throttle = LoginThrottle()
    /// Password checks that are running or queued. Beyond the limit, people would wait too long.
    private(set) var checksUnderWay = 0
    static let checksMax = 64
    /// An unknown name is checked against this hash, so that it costs the same work as a known name.
    private let decoy: PasswordHash
    /// The sign-in that is running on a private server. Terminals that connect at the same time share it.
    private var localSignIn: Task<SignIn, any Error>?
    private var toldFaults = ToldFailures()

    init(
        store: any UserStore,
        cost: ScryptCost,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger,
        hashing: HashingThreads = HashingThreads(),
        failures: (any FailureStore)? = nil,
        signedOut: @escaping @Sendable (Set<DeviceID>) -> Void
    ) {
        self.store = store
        self.signedOut = signedOut
        (self.cost, self.clock, self.hashing, self.failures) = (cost, clock, hashing, failures)
        decoy = .decoy(cost: cost)
        self.now = now
        self.logger = logger
    }

    func shutdown() async { await hashing.shutdown() }

    /// - Throws: a `Close` for the terminal.
    func signIn(_ credentials: Hello.Credentials, device: String, from visitor: Visitor) async throws(Close) -> SignIn {
        do {
            let signIn = try await signIn(with: credentials, device: device, from: visitor)
            toldFaults.storeAnswered()
            return signIn
        } catch let close as Close {
            throw close
        } catch UserStoreError.passwordChanged {
            throw .badLogin
        } catch {
            let level = toldFaults.level(of: "sign-in failed", error)
            logger.log(level: level, "sign-in failed", metadata: visitor.metadata.merging(["error": "\(error)"]) { $1 })
            throw .unavailable
        }
    }

    private func signIn(
        with credentials: Hello.Credentials,
        device: String,
        from visitor: Visitor
    ) async throws -> SignIn {
        switch credentials {
        case .token(let bytes): return try await signIn(token: AccessToken(bytes: bytes), from: visitor)
        case .password(let name, let password, let formerToken):
            // No account can have an invalid name, so there is nothing to compare or to count.
            guard let name = UserName(name) else { throw Close.badLogin }
            let shown = formerToken.map { AccessToken(bytes: $0).hash }
            return try await signIn(name, password, showing: shown, device: device, from: visitor)
        case .invitation(let secret, let password, let formerToken):
            let shown = formerToken.map { AccessToken(bytes: $0).hash }
            return try await signIn(invitation: secret, password, showing: shown, device: device, from: visitor)
        case .local:
            guard visitor.isLocal else { throw Close.notLocal }
            return try await signInLocally(device: device)
        // Nodes are no users. The connection asks `NodeGate`.
        case .node: throw Close.badLogin
        }
    }

    private func signInLocally(device: String) async throws -> SignIn {
        if let localSignIn { return try await localSignIn.value }
        // Unstructured, because terminals that connect together wait for the same sign-in. `localSignIn` holds the task
        // until it has the answer. Only the caller that began it clears it, because a late waiter could clear a newer one.
        let signIn = Task { [store, cost] in try await LocalAccount(store: store, cost: cost).signIn(device: device) }
        localSignIn = signIn
        defer { localSignIn = nil }
        return try await signIn.value
    }

    private func signIn(token: AccessToken, from visitor: Visitor) async throws -> SignIn {
        guard let standing = try await store.standing(of: token.hash) else { throw Close.signedOut }
        return SignIn(
            account: standing.account,
            device: standing.device,
            tokenHash: token.hash,
            newToken: standing.isRenewalDue ? await successor(of: token, from: visitor) : nil
        )
    }

    /// - Returns: nil if the new token was not stored in time. The old token stays valid, and a later sign-in tries again.
    private func successor(of token: AccessToken, from visitor: Visitor) async -> AccessToken? {
        let successor = AccessToken.random()
        let (stored, storing) = AsyncStream.makeStream(of: AccessToken.self)
        // Unstructured, because cancellation does not end a commit that waits for a standby. It ends a renewal that has not
        // begun.
        let renewal = Task {
            do {
                try await store.renew(token.hash, as: successor.hash)
                storing.yield(successor)
            } catch {
                logger.warning(
                    "a token could not be renewed",
                    metadata: visitor.metadata.merging(["error": "\(error)"]) { $1 }
                )
            }
            storing.finish()
        }
        defer { renewal.cancel() }
        async let _ = endWait(storing)
        for await successor in stored { return successor }
        return nil
    }

    private func endWait(_ storing: AsyncStream<AccessToken>.Continuation) async {
        try? await clock.sleep(for: Self.renewalWait)
        storing.finish()
    }

    /// - Parameter shown: a token that the device was given before, which may have expired. Two windows of one profile
    ///   that log in one after the other count as one device.
    private func signIn(
        _ name: UserName,
        _ password: String,
        showing shown: TokenHash?,
        device: String,
        from visitor: Visitor
    ) async throws -> SignIn {
        let (account, hash) = try await check(name, password, showing: shown, from: visitor)
        let token = AccessToken.random()
        let (device, evicted, signedInBy) = try await store.addDevice(
            device.visible,
            token.hash,
            of: account.id,
            showing: shown,
            provenBy: hash,
            at: visitor.address
        )
        announce(evicted)
        return SignIn(account: account, device: device, tokenHash: signedInBy, newToken: token)
    }

    // MARK: The user's own account

    /// Reports the devices that the request signs out at once, even if the rest fails. The caller closes the user's
    /// own device, because that device must get its answer first.
    ///
    /// - Returns: the devices that remain signed in, and whether the user's own device was signed out.
    func perform(
        _ request: AccountRequest,
        of account: Account,
        on own: DeviceID,
        from visitor: Visitor
    ) async throws(AccountProblem) -> (devices: [Device], isOver: Bool) {
        do {
            let revoked = try await perform(request, account, own, visitor)
            announce(revoked.subtracting([own]))
            do {
                return (try await devices(of: account, own: own), revoked.contains(own))
            } catch {
                announce(revoked.intersection([own]))
                throw error
            }
        } catch let problem as AccountProblem {
            throw problem
        } catch let error as UserStoreError where error == .passwordChanged {
            throw AccountProblem.passwordChanged
        } catch let close as Close {
            throw close.code == .badLogin ? AccountProblem.wrongPassword : AccountProblem(close.message)
        } catch {
            logger.error(
                "an account could not be changed",
                metadata: ["user": "\(account.id.rawValue)", "error": "\(error)"]
            )
            throw AccountProblem(Close.unavailable.message)
        }
    }

    private func devices(of account: Account, own: DeviceID) async throws -> [Device] {
        try await store.devices(of: account.id).map { device in
            var device = device
            device.isOwn = device.id == own
            return device
        }
    }

    private func perform(
        _ request: AccountRequest,
        _ account: Account,
        _ own: DeviceID,
        _ visitor: Visitor
    ) async throws -> Set<DeviceID> {
        switch request {
        case .listDevices: return []
        case .revoke(let device):
            guard try await store.revoke(device, of: account.id) else {
                throw AccountProblem.noDevice(device)
            }
            return [device]
        case .changePassword(let current, let new, let revokesOthers):
            if let fault = PasswordFault(of: new) { throw AccountProblem.newPassword(fault) }
            let (_, known) = try await check(current, of: account, on: own, from: visitor)
            let hash = try await hashing.run { [cost] in try PasswordHash(password: new, cost: cost) }
            let scope: SignOutScope = revokesOthers ? .others(than: own) : .nobody
            return try await store.setPassword(hash, of: account.id, replacing: known, signingOut: scope)
        case .delete(let password):
            _ = try await check(password, of: account, on: own, from: visitor)
            let devices = Set(try await store.devices(of: account.id).map(\.id))
            _ = try await store.removeAccount(named: account.name)
            return devices.union([own])
        case .unknown: throw AccountProblem.unknownRequest
        }
    }

    private func announce(_ devices: Set<DeviceID>) {
        if !devices.isEmpty { signedOut(devices) }
    }

    // MARK: Passwords

    /// Checks the password of a user who logs in.
    private func check(
        _ name: UserName,
        _ password: String,
        showing shown: TokenHash?,
        from visitor: Visitor
    ) async throws -> (Account, PasswordHash) {
        let address = HostAddress(visitor.address)
        let record = try await store.login(to: name, from: address, showing: shown)
        let attempt = LoginThrottle.Attempt(name: name, origin: record?.origin ?? .stranger(address))
        return try await compare(password, with: record, attempt, from: visitor)
    }

    /// Checks the password of a user who is signed in.
    private func check(
        _ password: String,
        of account: Account,
        on device: DeviceID,
        from visitor: Visitor
    ) async throws -> (Account, PasswordHash) {
        let attempt = LoginThrottle.Attempt(name: account.name, origin: .device(device))
        let record = try await store.account(named: account.name).map { account, hash in
            LoginRecord(account: account, password: hash, origin: attempt.origin)
        }
        return try await compare(password, with: record, attempt, from: visitor)
    }

    /// - Parameter record: nil if there is no such account.
    /// - Returns: the account, and what its password was compared with.
    /// - Throws: a `Close` that states the wait before the next try, or that too many checks are running. A guess that
    ///   comes too early takes no place in the queue.
    private func compare(
        _ password: String,
        with record: LoginRecord?,
        _ attempt: LoginThrottle.Attempt,
        from visitor: Visitor
    ) async throws -> (Account, PasswordHash) {
        try await demandNoWait(for: attempt)
        if checksUnderWay >= Self.checksMax { throw Close.busy }
        checksUnderWay += 1
        defer { checksUnderWay -= 1 }
        let ticket = try await began(attempt)
        let hash = record?.password ?? decoy
        let isRight: Bool
        do {
            isRight = try await hashing.run { try hash.matches(password) }
        } catch {
            await withdrew(ticket)
            throw error
        }
        guard let record, isRight else {
            var metadata = visitor.metadata
            if let record { metadata["user"] = "\(record.account.id.rawValue)" }
            logger.notice("wrong password", metadata: metadata)
            throw Close(.badLogin, Close.badLogin.message, retryAfter: ticket.wait)
        }
        try await succeeded(ticket)
        return (record.account, record.password)
    }
}
