import ArgumentParser
import Shared
import TerminalClient

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Remove your account.",
        subcommands: [Delete.self]
    )

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Remove your account from the server, with everything that it keeps about you.",
            discussion: """
                Favorites, settings, devices and the account itself go at once and for good, everywhere. The operator's backups have \
                them for as long as those are kept. 'tickwire export' saves them first.
                """
        )

        @Flag(help: "Read the password from standard input, and ask nothing.")
        var passwordStdin = false

        @OptionGroup var options: ConnectionOptions

        @MainActor
        func run() async throws {
            // Nobody should type a password first for a server that they are not logged in to.
            let (address, password) = try await Session.reportingFailures {
                let address = try options.networkAddress()
                _ = try options.target(at: address)
                let password = try passwordStdin ? readLine(strippingNewline: true) ?? "" : confirmed(at: address)
                return (address, password)
            }
            if password.isEmpty {
                StandardError.tell(Outcome.accountKept)
                throw ExitCode.failure
            }
            try await Session.run(options, market: false) { client in
                do {
                    try await client.link.account.delete(password: password)
                } catch {
                    StandardError.tell(error)
                    throw ExitCode.failure
                }
                options.files.forgetLogin(of: client.link.userName ?? "", for: address)
                print(Outcome.accountRemoved(server: address))
            }
        }

        private func confirmed(at address: ServerAddress) throws -> String {
            try Prompt.passwordToRemoveAccount(server: address.description).secret()
        }
    }
}
