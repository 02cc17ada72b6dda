import ArgumentParser
import Shared
import TerminalKit

/// The questions that commands ask at the terminal.
enum Prompt: Hashable {
    case password
    case currentPassword
    case newPassword
    case newPasswordAgain
    /// The link, whose secret lets whoever has it join.
    case invitation
    /// For an account at the server that an invitation names.
    case newPasswordAt(server: String)
    case passwordToRemoveAccount(server: String)
    case startPrivateServer
    case merge(user: String, server: String)
    case undoMerge
    /// Asks about an unknown key as ssh does.
    case trust(server: String, pin: String, reason: String)
    /// Asks again after an answer that is neither yes nor no.
    case yesOrNo

    /// The last line has no line end, because the user types the answer after it.
    var text: String {
        switch self {
        case .password: "Password: "
        case .currentPassword: "Current password: "
        case .newPassword: "New password: "
        case .newPasswordAgain: "New password again: "
        case .invitation: "Link of the invitation: "
        case .newPasswordAt(let server): "New password for \(server.escaped): "
        case .passwordToRemoveAccount(let server):
            """
            This removes your account at \(server.escaped) with all of its data and devices, for good.
            Type your password to remove it, or nothing to keep it:\(" ")
            """
        case .startPrivateServer:
            // Lines for a terminal of 80 columns.
            """
            You have not opened a server from here before. tickwire can start a private one
            for you on this machine, with live prices from public sources, without account
            or key. 'no' asks for a server to log in to.
            Start a private server? [yes/no]\(" ")
            """
        case .merge(let user, let server): "Add what is new to \(user.escaped) at \(server.escaped)? [yes/no] "
        case .undoMerge: "Press Enter to keep it, or type 'undo' to take it back: "
        case .trust(let server, let pin, let reason):
            """
            The identity of \(server) cannot be checked (\(reason.escaped)). Its key is
              \(pin)
            Compare it with what the server printed. Trust this key from now on? [yes/no]\(" ")
            """
        case .yesOrNo: "Please type yes or no: "
        }
    }

    /// Reads a line without showing it.
    func secret() throws -> String {
        guard Descriptor.standardInput.isTerminal else {
            throw ValidationError(self == .invitation ? .noTerminalForInvitation : .noTerminalForPassword)
        }
        return try HiddenInput.reading { Self.read(after: text) ?? "" }
    }

    func line() async -> String { await Self.answer(to: text) ?? "" }

    /// Asks again until the answer is `yes`, `y`, `no` or `n`, in any case. The end of the input means no.
    func isAnsweredWithYes() async -> Bool {
        var question = self
        while let answer = await Self.answer(to: question.text)?.trimmed.lowercased() {
            if ["yes", "y"].contains(answer) { return true }
            if ["no", "n"].contains(answer) { return false }
            question = .yesOrNo
        }
        return false
    }

    /// Waits on a thread of its own, because what other devices do must be heard while the user thinks.
    /// - Returns: nil at the end of the input.
    private static func answer(to question: String) async -> String? {
        await DetachedThread.run { Self.read(after: question) }
    }

    private static func read(after question: String) -> String? {
        Descriptor.standardError.writeAll(Array(question.utf8))
        return readLine(strippingNewline: true)
    }
}
