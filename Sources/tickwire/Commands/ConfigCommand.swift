import ArgumentParser
import TerminalClient

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Make or check the file with this machine's own settings: colors, keys, update rate.",
        subcommands: [Init.self, Check.self]
    )

    struct Init: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract:
                "Write a file with every setting, with comments. It keeps the values of a file that has only settings, and leaves any other file alone."
        )
        @OptionGroup var options: ConnectionOptions

        @MainActor
        func run() async throws {
            try await Session.reportingFailures {
                try options.files.config.create()
                print(options.files.config.path)
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Say whether the file can be used; if not, which line is wrong."
        )
        @OptionGroup var options: ConnectionOptions

        @MainActor
        func run() async throws {
            try await Session.reportingFailures {
                let config = options.files.config
                _ = try config.load()
                print(config.exists ? Outcome.configIsRight(path: config.path) : .noConfig(path: config.path))
            }
        }
    }
}
