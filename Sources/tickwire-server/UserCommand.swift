import ArgumentParser
import PushServer

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Add, list and remove the people who may sign in.",
        subcommands: [Add.self, List.self, Remove.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user; the password is one line on standard input."
        )

        @Argument(help: "The name to sign in with.")
        var name: String

        @Flag(help: "Read the password from standard input, where no other process can see it.")
        var passwordStdin = false

        @OptionGroup var dataOption: DataOption

        func validate() throws {
            guard passwordStdin else {
                throw ValidationError("give --password-stdin and the password on standard input")
            }
        }

        func run() async throws {
            let password = readLine(strippingNewline: true) ?? ""
            let administration = try UserAdministration(dataDirectory: dataOption.directory)
            try await administration.add(name: name, password: password)
            try administration.close()
            print("added \(name)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the names of all users, one a line.")

        @OptionGroup var dataOption: DataOption

        func run() async throws {
            let administration = try UserAdministration(dataDirectory: dataOption.directory, creating: false)
            for name in try await administration.names() { print(name) }
            try administration.close()
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a user with all favorites, settings and tokens."
        )

        @Argument(help: "The name of the user.")
        var name: String

        @OptionGroup var dataOption: DataOption

        func run() async throws {
            let administration = try UserAdministration(dataDirectory: dataOption.directory, creating: false)
            try await administration.remove(name: name)
            try administration.close()
            print("removed \(name)")
        }
    }
}
