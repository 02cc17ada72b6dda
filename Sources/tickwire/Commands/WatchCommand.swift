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

    @OptionGroup var ages: AgeOptions
    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        var report = PushReport(asJSON: json)
        try await Session.reportingFailures {
            try await Session.connect(options) { client in
                let link = client.link
                let output = LineOutput(descriptor: STDOUT_FILENO)
                link.observer = { frame in
                    let (market, user) = (link.market.table, link.user.table)
                    output.write(report.lines(for: frame, in: market, of: user, link.user.offers, at: link.serverTime))
                }
                async let _ = client.tellLosses { StandardError.print("tickwire: \($0)") }
                try await withThrowingTaskGroup { group in
                    group.addTask { try await client.untilStopped(unless: output) }
                    group.addTask { try await watchAge(of: link) }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        }
    }

    /// Lasts until live prices have not come for longer than may be.
    /// - Throws: `AgeOptions.tooOld`; `CancellationError`.
    @MainActor
    private func watchAge(of link: ServerLink) async throws {
        let began = link.serverTime
        while true {
            try await Task.sleep(for: .seconds(1))
            let exchanges = link.market.table.sources.filter { $0.kind == .tickers }
            let heard = exchanges.compactMap(\.lastEvent).max() ?? began
            try ages.check([("the newest price", link.serverTime.age(of: heard))])
        }
    }
}
