import ArgumentParser
import Shared
import TerminalClient

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the terminal. This is what tickwire does without a command."
    )

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
    }
}
