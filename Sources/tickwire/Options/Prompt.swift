import ArgumentParser
import PlatformKit
import Shared

/// The questions that commands ask at the terminal.
enum Prompt: Hashable {
    case password
    case currentPassword
    case newPassword
    case newPasswordAgain
    /// For an account at the server that an invitation names.
    case newPasswordAt(server: String)
    case passwordToRemoveAccount
    case startPrivateServer
    case merge(user: String, server: String)
    case undoMerge
    /// Asks about an unknown key as ssh does.
    case trust(server: String, pin: String, reason: String)

    /// The last line has no line end, because the user types the answer behind it.
    var text: String {
        switch self {
        case .password: "Password: "
        case .currentPassword: "Current password: "
        case .newPassword: "New password: "
        case .newPasswordAgain: "New password again: "
        case .newPasswordAt(let server): "New password for \(server.escaped): "
        case .passwordToRemoveAccount: "Type your password to remove it, or nothing to keep it: "
        case .startPrivateServer: "Start a private server? [yes/no] "
        case .merge(let user, let server): "Add what is new to \(user.escaped) at \(server.escaped)? [yes/no] "
        case .undoMerge: "Press Enter to keep it, or type 'undo' to take it back: "
        case .trust(let server, let pin, let reason):
            """
            The identity of \(server) cannot be checked (\(reason.escaped)). Its key is
              \(pin)
            Compare it with what the server printed. Trust this key from now on? [yes/no]\(" ")
            """
        }
    }

    /// Reads a line without showing it.
    func secret() throws -> String {
        guard Descriptor.standardInput.isTerminal else {
            throw ValidationError("there is no terminal to ask for the password; give it with --password-stdin")
        }
        var saved = termios()
        tcgetattr(STDIN_FILENO, &saved)
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
            StandardError.print("")
        }
        return line()
    }

    func line() -> String { answer() ?? "" }

    /// Asks again until the answer is `yes` or `no`. The end of the input means no.
    func isAnsweredWithYes() -> Bool {
        while let answer = answer()?.lowercased() {
            if answer == "yes" { return true }
            if answer == "no" { return false }
        }
        return false
    }

    /// - Returns: nil at the end of the input.
    private func answer() -> String? {
        Descriptor.standardError.writeAll(Array(text.utf8))
        return readLine(strippingNewline: true)
    }
}
