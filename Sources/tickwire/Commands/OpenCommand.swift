import ArgumentParser
import Shared
import TerminalClient

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the terminal. This is what tickwire does without a command."
    )

    @OptionGroup var opening: OpenOptions

    @MainActor
    func run() async throws {
        try await Session.reportingFailures {
            let options = opening.options
            var address = try options.address()
            if try options.server == nil && options.files.lastServer() == nil, Descriptor.standardInput.isTerminal,
                await wantsLocal()
            {
                address = .local
                try options.files.remember(server: address)
            }
            try await opening.open(address)
        }
    }

    /// A new user has no server yet, or knows the address of one and answers no.
    private func wantsLocal() async -> Bool { await Prompt.startPrivateServer.isAnsweredWithYes() }
}
