internal import Observation
internal import Shared

/// Server, name and password, and the outcome of the last try.
@MainActor
@Observable
final class LoginViewModel: ScreenModel {
    enum Destination: Equatable, Sendable {
        case submitted(LoginForm)
        /// The user has returned from another window, which may have logged in.
        case returned
    }

    private enum Phase {
        case editing
        case connecting
    }

    // MARK: Outputs
    private(set) var inputs: [TextEntry]
    private(set) var focus: LoginForm.Field
    let exits = Exits<Destination>()
    var isConnecting: Bool { phase == .connecting }
    var message: Phrase {
        if isConnecting { return LoginMessage.connecting(server: text(of: .server)).phrase }
        guard let failure else { return LoginMessage.silent.phrase }
        let seconds = secondsLeft
        if seconds == 0 { return LoginMessage.failed(failure).phrase }
        return (isTooEarly ? LoginMessage.tooEarly(failure, seconds: seconds) : .failedUntil(failure, seconds: seconds))
            .phrase
    }

    private var phase = Phase.editing
    private var failure: String?
    private var notBefore: ContinuousClock.Instant?
    /// Whether Enter was pressed before the wait for another try was over.
    private var isTooEarly = false
    /// Changes when only the passing of time has changed the message.
    private var tick = 0
    private let clock: AppClock

    init(_ start: LoginStart, clock: AppClock) {
        // One byte more than a password may have, so that a text that was cut is refused.
        let password = TextEntry(limit: Hello.Credentials.passwordBytesMax + 1)
        inputs = [TextEntry(start.server.description), TextEntry(start.name), password]
        focus = start.name.isEmpty ? .name : .password
        failure = start.notice
        self.clock = clock
    }

    /// Counts a wait down. Cancelling the calling task stops it.
    func appeared() async {
        for await seconds in Observations({ self.secondsLeft }) where seconds > 0 {
            while secondsLeft > 0 {
                do { try await clock.sleep(.seconds(1)) } catch { return }
                tick += 1
            }
        }
    }

    func input(of field: LoginForm.Field) -> TextEntry { inputs[field.rawValue] }
    private func text(of field: LoginForm.Field) -> String { input(of: field).text }

    private var secondsLeft: Int64 {
        _ = tick
        return notBefore.map { AgeText.secondsLeft($0 - clock.now()) } ?? 0
    }
}

// MARK: Inputs
extension LoginViewModel {
    func edited(_ edit: TextEdit) { if !isConnecting { inputs[focus.rawValue].apply(edit) } }
    func nextFieldRequested() { move(by: 1) }
    func previousFieldRequested() { move(by: -1) }
    func windowEntered() { if !isConnecting { exits.take(.returned) } }

    /// Stops a try that is under way, because the screen follows a way out only after the try has ended.
    func quitRequested() {
        cancelPressed()
        exits.take(.quit)
    }

    /// Stops a try that is under way.
    func cancelPressed() { if isConnecting { phase = .editing } }

    /// Enter goes to the next empty field, or logs in if there is none.
    func submitted() {
        if isConnecting { return }
        if secondsLeft > 0 { return isTooEarly = true }
        if let empty = LoginForm.Field.allCases.first(where: { input(of: $0).isEmpty }) {
            failure = empty == focus ? LoginFault.missing(empty).description : nil
            focus = empty
            return
        }
        let server: ServerAddress
        do throws(ServerAddressFault) {
            server = try ServerAddress(checking: text(of: .server))
        } catch {
            (failure, focus) = (LoginFault.badServer(error).description, .server)
            return
        }
        guard text(of: .password).utf8.count <= Hello.Credentials.passwordBytesMax else {
            return passwordRefused(LoginFault.passwordTooLong.description, wait: .zero)
        }
        (phase, failure, notBefore) = (.connecting, nil, nil)
        exits.take(.submitted(LoginForm(server: server, name: text(of: .name), password: text(of: .password))))
    }

    /// Another window has logged in. Tries its token.
    func resumed() { (phase, failure, notBefore) = (.connecting, nil, nil) }

    /// - Parameter wait: how long every other try would fail.
    func failed(_ reason: String, wait: Duration = .zero) {
        (phase, failure, isTooEarly) = (.editing, reason, false)
        notBefore = wait > .zero ? clock.now() + wait : nil
    }

    /// After too many wrong passwords, the server does not look at the right one either. The typed password may be
    /// right, so it stays.
    func passwordUnread(wait: Duration) {
        failed(LoginFault.passwordNotChecked.description, wait: wait)
        focus = .password
    }

    /// The password was wrong. The next try needs only a new password.
    func passwordRefused(_ reason: String, wait: Duration) {
        failed(reason, wait: wait)
        focus = .password
        inputs[LoginForm.Field.password.rawValue].clear()
    }

    private func move(by steps: Int) {
        let count = LoginForm.Field.allCases.count
        focus = LoginForm.Field(rawValue: (focus.rawValue + steps + count) % count) ?? .name
    }
}

/// What the login screen knows at its start.
struct LoginStart: Equatable, Sendable {
    var server: ServerAddress
    /// The user who was signed in before.
    var name = ""
    /// Why the user has to log in again.
    var notice: String?
}
