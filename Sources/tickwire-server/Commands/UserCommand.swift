import ArgumentParser
import PushServer
import Shared

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Add, invite, list, show and remove the people who may sign in, and set their passwords.",
        subcommands: [Add.self, InviteCommand.self, List.self, Password.self, Remove.self, Show.self]
    )

    /// - Throws: `ValidationError` if no user can have this name.
    static func check(_ name: String) throws(ValidationError) {
        do throws(UserError) {
            try UserAdministration.check(name: name)
        } catch {
            throw ValidationError("\(error)".escaped)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a user; the password is one line on standard input."
        )

        @Argument(help: "The name to sign in with.")
        var name: String

        @OptionGroup var input: PasswordInput

        @OptionGroup var storeOption: StoreOption

        func validate() throws { try UserCommand.check(name) }

        func run() async throws {
            let password = try input.read()
            try await storeOption.administering(creating: true) { try await $0.add(name: name, password: password) }
            CommandOutput.line(.added(user: name))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print the names of all users, one per line."
        )

        @OptionGroup var storeOption: StoreOption

        func run() async throws {
            for name in try await storeOption.administering({ try await $0.names() }) { CommandOutput.line(name) }
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract: "Set a user's password; the new one is one line on standard input."
        )

        @Argument(help: "The name of the user.")
        var name: String

        @OptionGroup var input: PasswordInput

        @Flag(help: "Sign all of the user's devices out at once.")
        var signOut = false

        @OptionGroup var storeOption: StoreOption

        func run() async throws {
            let password = try input.read()
            try await storeOption.administering {
                try await $0.setPassword(password, of: name, signingOut: signOut)
            }
            CommandOutput.line(.passwordSet(user: name, signsOut: signOut))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a user with all favorites, settings and tokens."
        )

        @Argument(help: "The name of the user.")
        var name: String

        @OptionGroup var storeOption: StoreOption

        func run() async throws {
            try await storeOption.administering { try await $0.remove(name: name) }
            CommandOutput.line(.removed(user: name))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print a user's records as the server keeps them, each with its version.",
            discussion: "Fields and kinds that this version does not know are shown by their numbers."
        )

        @Argument(help: "The name of the user.")
        var name: String

        @Flag(help: "Print JSON, with the stored bytes in hexadecimal beside what they mean.")
        var json = false

        @OptionGroup var storeOption: StoreOption

        func run() async throws {
            let report = try await storeOption.administering { try await $0.report(of: name) }
            if json { CommandOutput.json(report.json) } else { report.lines.forEach(CommandOutput.line) }
        }
    }
}

/// A password from standard input, because every process can see arguments.
struct PasswordInput: ParsableArguments {
    @Flag(help: "Read the password from standard input, where no other process can see it.")
    var passwordStdin = false

    func validate() throws {
        guard passwordStdin else {
            throw ValidationError("the password is missing; give --password-stdin and one line on standard input")
        }
    }

    /// What has come with the first line may be a part of the password that its owner did not mean to end there.
    /// - Throws: `UserError.severalLines`, or why standard input cannot be read.
    func read() throws -> String {
        let (line, rest) = try Descriptor.standardInput.readLine(bytesMax: Hello.Credentials.passwordBytesMax)
        let ends = Set("\r\n".utf8)
        if !rest.allSatisfy(ends.contains) { throw UserError.severalLines }
        return String(decoding: line, as: UTF8.self)
    }
}
