import ArgumentParser
import Shared
import TerminalClient

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print a line for each pushed change, and one when prices become old, until interrupted."
    )

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(help: "Print only alerts that fire, and those that could not be delivered.")
    var alerts = false

    @OptionGroup var currency: CurrencyOption
    @OptionGroup var ages: AgeOptions
    @OptionGroup var options: ConnectionOptions

    @MainActor
    func run() async throws {
        let told = Told(PushReport(asJSON: json, alertsOnly: alerts))
        try await Session.reportingFailures {
            try await Session.connect(options) { client in
                let link = client.link
                let output = LineOutput(.standardOutput)
                link.observer = { frame in
                    // Without the requested currency, print nothing: the command is about to end.
                    guard let money = money(link) else { return }
                    output.write(
                        told.report.lines(
                            for: frame,
                            in: link.market.table,
                            of: link.user.table,
                            link.user.offers,
                            at: link.serverTime,
                            money: money
                        )
                    )
                }
                async let _ = client.tellLosses { StandardError.tell($0) }
                try await withThrowingTaskGroup { group in
                    group.addTask { try await client.untilStopped(unless: output) }
                    group.addTask { try await watch(client, told, output) }
                    defer { group.cancelAll() }
                    try await group.next()
                }
                try output.check()
            }
        }
    }

    /// - Returns: nil if the requested currency is not available.
    @MainActor
    private func money(_ link: ServerLink) -> ShownCurrency? {
        (try? link.money(in: currency.currency)) ?? (link.market.isComplete ? nil : .usd)
    }

    /// Prints what time alone changes, until live prices have been missing for longer than the user allows.
    /// - Throws: `AgeOptions.tooOld`; `CurrencyFault`; `CancellationError`.
    @MainActor
    private func watch(_ client: HeadlessClient, _ told: Told, _ output: LineOutput) async throws {
        let link = client.link
        let began = link.serverTime
        var isCurrencyKnown = false
        while true {
            try await Task.sleep(for: .seconds(1))
            if link.market.isComplete, !isCurrencyKnown {
                _ = try currency.money(client)
                isCurrencyKnown = true
                client.warnOfMockMarket()
            }
            output.write(told.report.timePassed(to: link.serverTime, in: link.market.table))
            let exchanges = link.market.table.sources.filter { $0.kind == .tickers }
            let heard = exchanges.compactMap(\.lastEvent).max() ?? began
            try ages.check([("the newest price", link.serverTime.age(of: heard))])
        }
    }
}

/// What was printed so far. Frames add to it, and so does the clock.
@MainActor
private final class Told {
    var report: PushReport

    init(_ report: PushReport) { self.report = report }
}
