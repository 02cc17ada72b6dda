internal import Observation
internal import Shared
internal import TerminalKit

/// Asks for name and password until a link is live with them.
struct LoginCoordinator: Coordinator {
    enum Ending: Sendable {
        /// The login worked, and this live session goes on.
        case signedIn(Session)
        case stopped(ServerAddress, StopReason)
    }

    /// The outcome of one try.
    private enum Outcome {
        case signedIn(Session)
        case stopped(StopReason)
        case again
    }

    let beginning: LoginStart
    let services: AppServices
    let screen: any Screen

    func start() async throws(Quit) -> Ending {
        let known = try? services.login(beginning.server)
        let viewModel = LoginViewModel(beginning, clock: services.clock)
        async let _ = viewModel.appeared()  // Cancelled when this flow ends.
        let ending = try await screen.present(view(of: viewModel), of: viewModel) {
            (destination) async throws(Quit) -> Followed<Ending> in
            // The user can stop a try, so the screen takes keys all the time.
            viewModel.exits.staysOpen()
            screen.viewStays()
            switch destination {
            case .returned:
                return await resume(unless: known, viewModel).map { .ended(.signedIn($0)) } ?? .stayed
            case .submitted(let form):
                switch try await attempt(form, viewModel) {
                case .signedIn(let session): return .ended(.signedIn(session))
                case .stopped(let reason): return .ended(.stopped(form.server, reason))
                case .again: return .returned
                }
            }
        }
        guard let ending else { throw Quit() }
        return ending
    }

    private func view(of viewModel: LoginViewModel) -> LoginView {
        LoginView(viewModel: viewModel, keys: services.keys)
    }
}

// MARK: One try
extension LoginCoordinator {
    /// Tries the typed password, whatever token another window has stored since.
    private func attempt(_ form: LoginForm, _ viewModel: LoginViewModel) async throws(Quit) -> Outcome {
        let session: Session
        do {
            session = try services.open(form.server, form.credentials) { token in
                try services.rememberToken(token, form.name, form.server)
            }
        } catch {
            return .stopped(.unusableProfile("\(error)"))
        }
        let outcome = await outcome(of: session, viewModel)
        guard case .live = outcome else {
            await session.close()
            return try await judge(outcome, of: form, viewModel)
        }
        return .signedIn(session)
    }

    /// Tries the login that another window has stored since.
    private func resume(unless known: StoredLogin?, _ viewModel: LoginViewModel) async -> Session? {
        let login: StoredLogin
        let session: Session
        do {
            guard let stored = try services.login(beginning.server), stored != known else { return nil }
            login = stored
            session = try services.open(beginning.server, .token(stored.token)) { _ in }
        } catch {
            viewModel.failed("\(error)")
            return nil
        }
        viewModel.resumed()
        let outcome = await outcome(of: session, viewModel)
        if case .live = outcome { return session }
        await session.close()
        if outcome?.isRefusal == true { services.forgetToken(login.token, beginning.server) }
        viewModel.failed(outcome?.problem ?? "")
        return nil
    }

    /// Waits until the link is live or has failed; nil if the user stopped waiting.
    private func outcome(of session: Session, _ viewModel: LoginViewModel) async -> ServerLink.State? {
        for await (state, isWanted) in Observations({ (session.state(), viewModel.isConnecting) }) {
            if !isWanted { return nil }
            if state != .connecting { return state }
        }
        return nil
    }

    private func judge(
        _ outcome: ServerLink.State?,
        of form: LoginForm,
        _ viewModel: LoginViewModel
    ) async throws(Quit) -> Outcome {
        switch outcome {
        case .waiting(let until, let error):
            // Only too many wrong passwords ask for a wait.
            if error.advice == .backOff {
                viewModel.passwordUnread(wait: until - services.clock.now())
            } else {
                viewModel.failed(error.description)
            }
        case .stopped(.insecure(.untrustedKey(let key, let reason))):
            return try await ask(about: key, reason: reason, form, viewModel)
        case .stopped(.closed(let close)) where close.code == .badLogin:
            viewModel.passwordRefused(close.message, wait: close.retryAfter)
        case .stopped(let error):
            let reason = StopReason(error)
            if case .keyChanged = reason { return .stopped(reason) }
            viewModel.failed(error.description)
        case .connecting, .live, nil: break
        }
        return .again
    }

    /// Trust on first use: the user compares the fingerprint, and the password goes only to a confirmed key.
    private func ask(
        about key: PublicKeyPin,
        reason: String,
        _ form: LoginForm,
        _ viewModel: LoginViewModel
    ) async throws(Quit) -> Outcome {
        let trust = TrustCoordinator(
            server: form.server,
            key: key,
            reason: reason,
            keys: services.keys,
            screen: screen
        )
        switch try await coordinate(to: trust) {
        case .trusted: break
        case .refused:
            viewModel.failed(LoginFault.keyRefused.description)
            return .again
        }
        do { try services.rememberKey(key, form.server) } catch { return .stopped(.unusableProfile("\(error)")) }
        screen.show(view(of: viewModel))
        return try await attempt(form, viewModel)
    }
}

extension ServerLink.State {
    fileprivate var problem: String? {
        switch self {
        case .waiting(_, let error), .stopped(let error): error.description
        case .connecting, .live: nil
        }
    }

    /// Whether the server no longer knows the token.
    fileprivate var isRefusal: Bool {
        if case .stopped(let error) = self { error.isRefusal } else { false }
    }
}
