import ArgumentParser
import Shared
import TerminalClient

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change your password."
    )

    @Flag(help: "Read two lines from standard input: the current password, then the new one.")
    var passwordStdin = false

    @Flag(help: "Sign all your other devices out.")
    var signOutOthers = false

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        // Nobody should type passwords first for a server that they are not logged in to.
        let (current, new) = try await Session.reportingFailures {
            _ = try options.target()
            return try passwords()
        }
        try await Session.run(options, market: false) { client in
            do {
                _ = try await client.link.account.changePassword(
                    from: current,
                    to: new,
                    revokingOthers: signOutOthers
                )
            } catch {
                StandardError.tell(error)
                throw ExitCode.failure
            }
            print(Outcome.passwordChanged(signsOutOthers: signOutOthers))
        }
    }

    private func passwords() throws -> (current: String, new: String) {
        if passwordStdin {
            return (readLine(strippingNewline: true) ?? "", readLine(strippingNewline: true) ?? "")
        }
        let current = try Prompt.currentPassword.secret()
        let new = try Prompt.newPassword.secret()
        guard try Prompt.newPasswordAgain.secret() == new else {
            throw ValidationError(.newPasswordsDiffer)
        }
        return (current, new)
    }
}
