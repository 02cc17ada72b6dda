import ArgumentParser
import Foundation
import Shared
import TerminalClient

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print one line for each change that the server pushes, until interrupted."
    )

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        let report = PushReport(asJSON: json)
        try await Session.reportingFailures {
            try await Session.connect(options) { client in
                let link = client.link
                let output = LineOutput(descriptor: STDOUT_FILENO)
                link.observer = { frame in output.write(report.lines(for: frame, in: link.market.table)) }
                async let _ = client.tellLosses { StandardError.print("tickwire: \($0)") }
                try await client.untilStopped(unless: output)
            }
        }
    }
}
