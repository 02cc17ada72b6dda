internal import Foundation
internal import Logging
internal import NIOPosix
internal import Shared

/// Who may sign in: passwords, tokens, and the wait after wrong ones.
actor Accounts {
    /// What a terminal that may come in gets.
    struct SignIn: Sendable {
        let account: Account
        let tokenHash: TokenHash
        /// After a login with a password.
        let newToken: AccessToken?
    }

    private let store: any UserStore
    private let cost: ScryptCost
    private let now: @Sendable () -> MarketTime
    private let logger: Logger
    /// Hashing takes 70 ms and 32 MiB: two at a time, and on no event loop.
    private let hashing: NIOThreadPool
    private var throttle = LoginThrottle()
    /// Passwords that are being checked or wait for it. More than this would wait longer than people do.
    private var checksUnderWay = 0
    private static let checksMax = 64
    /// What an unknown name is checked against, so that it costs the same work as a known one.
    private var decoy: PasswordHash?

    init(
        store: any UserStore,
        cost: ScryptCost,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        self.store = store
        self.cost = cost
        self.now = now
        self.logger = logger
        hashing = NIOThreadPool(numberOfThreads: 2)
        hashing.start()
    }

    func shutdown() async { try? await hashing.shutdownGracefully() }

    /// - Throws: a `Close` for the terminal.
    func signIn(_ credentials: Hello.Credentials, device: String, address: String) async throws(Close) -> SignIn {
        do {
            switch credentials {
            case .token(let bytes): return try await signIn(token: AccessToken(bytes: bytes))
            case .password(let name, let password):
                return try await signIn(name: name, password: password, device: device, address: address)
            }
        } catch let close as Close {
            throw close
        } catch UserStoreError.noAccount {
            throw .badLogin
        } catch {
            logger.error("sign-in failed", metadata: ["error": "\(error)"])
            throw .unavailable
        }
    }

    private func signIn(token: AccessToken) async throws -> SignIn {
        guard let account = try await store.account(of: token.hash) else { throw Close.signedOut }
        return SignIn(account: account, tokenHash: token.hash, newToken: nil)
    }

    private func signIn(name: String, password: String, device: String, address: String) async throws -> SignIn {
        let attempt = LoginThrottle.Attempt(name: name.lowercased(), address: address)
        if let wait = throttle.wait(for: attempt, at: now()) { throw Close.tooManyLogins(wait) }
        if checksUnderWay >= Self.checksMax { throw Close.busy }
        checksUnderWay += 1
        defer { checksUnderWay -= 1 }
        let ticket = throttle.began(attempt, at: now())
        guard let account = try await account(named: name, password: password) else {
            logger.notice("wrong password", metadata: ["address": "\(address)"])
            throw Close(.badLogin, Close.badLogin.message, retryAfter: ticket.wait)
        }
        throttle.succeeded(ticket)
        let token = AccessToken.random()
        try await store.add(token.hash, of: account.id, device: device)
        return SignIn(account: account, tokenHash: token.hash, newToken: token)
    }

    private func account(named name: String, password: String) async throws -> Account? {
        let known = try await store.account(named: name)
        let hash: PasswordHash = if let known { known.1 } else { try await decoyHash() }
        let matches = try await hashing.runIfActive { try hash.matches(password) }
        return matches ? known?.0 : nil
    }

    private func decoyHash() async throws -> PasswordHash {
        if let decoy { return decoy }
        let hash = try await hashing.runIfActive { [cost] in try PasswordHash(password: "", cost: cost) }
        decoy = hash
        return hash
    }
}

extension Close {
    fileprivate static func tooManyLogins(_ wait: Duration) -> Close {
        let seconds = wait.components.seconds + 1
        return Close(
            .tooManyLogins,
            "Too many wrong passwords; try again in \(seconds) s.",
            retryAfter: .seconds(seconds)
        )
    }
}
