internal import Observation
internal import Shared
internal import TerminalKit

/// The whole interactive client. It shows Login or the tabs, depending on the stored token, and decides what to do when
/// a link gives up.
struct AppCoordinator: Coordinator {
    /// What the user sees next. Each step leads to another one until the user quits.
    private enum Step {
        case connect(ServerAddress)
        case login(LoginStart)
        case tabs(Session)
        case trust(ServerAddress, PublicKeyPin, reason: String)
        case stopped(ServerAddress, StopReason)
    }

    let server: ServerAddress
    /// What to show first once a user is signed in.
    var link: DeepLink?
    let services: AppServices
    let screen: any Screen

    /// - Returns: what servers had not confirmed when the user quit, for each user who was signed in.
    @discardableResult
    func start() async -> [UnconfirmedChanges] {
        var step = Step.connect(server)
        var link = link
        var unconfirmed: [UnconfirmedChanges] = []
        do throws(Quit) {
            while !Task.isCancelled {
                switch step {
                case .connect(let server): step = connect(to: server)
                case .login(let start): step = try await logIn(start)
                case .tabs(let session):
                    // Also if the user quits, which throws.
                    defer { unconfirmed.ended(session) }
                    step = try await showTabs(of: session, at: link)
                    // A session that ended before it showed anything has not used up the link.
                    if session.isReady { link = nil }
                case .trust(let server, let key, let reason):
                    step = try await ask(about: key, of: server, reason: reason)
                case .stopped(let server, let reason): step = try await explain(reason, of: server)
                }
            }
        } catch {}
        return unconfirmed
    }
}

// MARK: Steps
extension AppCoordinator {
    private func connect(to server: ServerAddress) -> Step {
        do {
            if server.isLocal { return .tabs(try services.open(server, .local) { _ in }) }
            guard let login = try services.login(server) else { return .login(LoginStart(server: server)) }
            return .tabs(try services.open(server, .token(login.token)) { _ in })
        } catch {
            return .stopped(server, .unusableProfile("\(error)"))
        }
    }

    private func logIn(_ start: LoginStart) async throws(Quit) -> Step {
        let login = LoginCoordinator(beginning: start, services: services, screen: screen)
        return switch try await coordinate(to: login) {
        case .signedIn(let session): .tabs(session)
        case .stopped(let server, let reason): .stopped(server, reason)
        }
    }

    /// Shows the tabs until the user leaves them or the link gives up, whichever comes first.
    private func showTabs(of session: Session, at link: DeepLink?) async throws(Quit) -> Step {
        let tabs = SignedInCoordinator(
            session: session,
            clock: services.clock,
            browser: services.browser,
            keys: services.keys,
            local: services.local,
            link: link,
            screen: screen
        )
        let step = await withTaskGroup(of: Step?.self) { group in
            group.addTask {
                do { try await tabs.start() } catch { return nil }
                return await afterLogOut(of: session)
            }
            group.addTask { await after(await session.ended(), of: session) }
            async let _ = tellEndOfStart(of: session)  // Cancelled with the tabs.
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        await session.close()
        guard let step else { throw Quit() }
        return step
    }

    /// Frees memory shortly after the first prices, so that they are not delayed. Prices of the cache need memory, and
    /// the server's need it once more.
    private func tellEndOfStart(of session: Session) async {
        await session.untilReady()
        for await isCached in Observations({ session.market.isCached }) {
            guard (try? await services.clock.sleep(.seconds(1))) != nil else { return }
            services.startEnded()
            if !isCached { return }
        }
    }

    private func ask(about key: PublicKeyPin, of server: ServerAddress, reason: String) async throws(Quit) -> Step {
        let trust = TrustCoordinator(
            server: server,
            key: key,
            reason: reason,
            keys: services.keys,
            screen: screen
        )
        switch try await coordinate(to: trust) {
        case .trusted: break
        case .refused:
            let name = (try? services.login(server))?.user ?? ""
            return .login(LoginStart(server: server, name: name, notice: LoginFault.keyRefused.description))
        }
        do {
            try services.rememberKey(key, server)
            return .connect(server)
        } catch {
            return .stopped(server, .unusableProfile("\(error)"))
        }
    }

    private func explain(_ reason: StopReason, of server: ServerAddress) async throws(Quit) -> Step {
        let stop = StopCoordinator(
            reason: reason,
            server: server,
            knownServersPath: services.knownServersPath,
            keys: services.keys,
            screen: screen
        )
        try await coordinate(to: stop)
        return .connect(server)
    }
}

// MARK: What follows
extension AppCoordinator {
    /// - Returns: nil if the user has left.
    private func after(_ error: ConnectionError?, of session: Session) -> Step? {
        switch error {
        case nil: return nil
        case let error? where error.isRefusal:
            return session.isLoggingOut()
                ? afterLogOut(of: session) : afterRefusal(of: session, notice: error.description)
        case .insecure(.untrustedKey(let key, let reason)): return .trust(session.server, key, reason: reason)
        case let error?: return .stopped(session.server, StopReason(error))
        }
    }

    /// Forgets every stored login of the user, because the user has asked to log out.
    private func afterLogOut(of session: Session) -> Step {
        // A user who leaves a private server wants another server.
        if session.server.isLocal { return .login(LoginStart(server: .usual)) }
        let name = session.userName() ?? ""
        services.forgetLogin(name, session.server)
        return .login(LoginStart(server: session.server, name: name))
    }

    /// The server has refused the token, although nobody logged out here. If another window has logged the same user
    /// in since, this window goes on with that login.
    private func afterRefusal(of session: Session, notice: String) -> Step {
        if session.server.isLocal { return .stopped(session.server, .refused(notice)) }
        let (token, name) = (session.token(), session.userName() ?? "")
        if let stored = try? services.login(session.server), stored.token != token, stored.isOf(name) {
            return .connect(session.server)
        }
        if let token { services.forgetToken(token, session.server) }
        return .login(LoginStart(server: session.server, name: name, notice: notice))
    }
}
