import ArgumentParser
import PushServer
import Shared

struct DrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "Send a node's terminals to other nodes, hand over its lead, and end it.",
        discussion: """
            The node hands over the lease, lets no terminal in any more, and sends those that it has elsewhere: over 5 seconds, and over more \
            if there are more than 1000. Terminals need the addresses of several nodes, or a balancer. The command returns when the \
            server has ended. 'kill -USR1' does the same. Run by root, the command acts as the owner of the data folder.
            """
    )

    @OptionGroup var dataOption: DataOption

    func run() async throws {
        let folder = try dataOption.asOwner()
        try await DrainRequest.send(toServerIn: folder)
        CommandOutput.line(.drained(folder: folder))
    }
}
