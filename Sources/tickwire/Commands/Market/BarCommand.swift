import ArgumentParser
import Shared
import TerminalClient

struct BarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bar",
        abstract: "Print prices on one line for a status bar, again whenever one changes."
    )

    @Argument(help: "Symbols that one coin has, or id:N. (default: your first favorites)")
    var coins: [String] = []

    @Option(name: .customLong("for"), help: "The program that shows the line.")
    var style = BarStyle.plain

    @Flag(help: "Print one line and end.")
    var once = false

    @OptionGroup var currency: CurrencyOption
    @OptionGroup var ages: AgeOptions
    @OptionGroup var options: ConnectionOptions

    /// As many favorites as a bar has room for.
    private static let favoritesMax = 5

    func validate() throws { if ages.maxAge != nil, !once { throw ValidationError(.maxAgeWithoutOnce) } }

    @MainActor
    func run() async throws {
        if once {
            try await Session.run(options) { client in
                try warn(client)
                for line in style.head + [try text(client)] + style.tail { print(line) }
                try ages.check(client.link.market.table, try quotes(client), at: client.link.serverTime)
            }
        } else {
            try await Session.reportingFailures {
                try await Session.connect(options) { client in
                    let output = LineOutput(.standardOutput)
                    output.write(style.head)
                    try await withThrowingTaskGroup { group in
                        group.addTask { try await client.untilStopped(unless: output) }
                        group.addTask { try await follow(client, output) }
                        defer { group.cancelAll() }
                        try await group.next()
                    }
                }
            }
        }
    }

    /// Says once, and not beside each line, what is wrong with all prices.
    /// - Throws: `CurrencyFault`
    @MainActor
    private func warn(_ client: HeadlessClient) throws {
        client.warnOfMockMarket()
        _ = try currency.money(client)
    }

    /// Prints the line at most once a second, because bars draw no faster.
    /// - Throws: what `line` throws; `CancellationError`.
    @MainActor
    private func follow(_ client: HeadlessClient, _ output: LineOutput) async throws {
        var printed: String?
        var isReady = false
        while true {
            let link = client.link
            // A lost connection leaves the last prices on the line.
            if !isReady, link.isReady, link.market.table.count > 0 {
                isReady = true
                try warn(client)
            }
            let text = isReady ? try text(client) : style.text(link.waitingWords)
            if text != printed { output.write([text + style.separator]) }
            printed = text
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// - Throws: what `line` throws.
    @MainActor
    private func text(_ client: HeadlessClient) throws -> String {
        let line = try line(client)
        return line.isEmpty ? style.text(EmptyReport.bar.description) : style.text(line)
    }

    /// - Throws: `UnknownCoin`, `AmbiguousCoin`, `NoPrices`, `CurrencyFault`
    @MainActor
    private func line(_ client: HeadlessClient) throws -> BarLine {
        let link = client.link
        return BarLine(
            try quotes(client),
            in: link.market.table,
            money: try link.money(in: currency.currency),
            isLive: link.state == .live,
            isMock: link.user.offers.isMock,
            at: link.serverTime
        )
    }

    /// In the order of the line.
    /// - Throws: `UnknownCoin`, `AmbiguousCoin`, `NoPrices`
    @MainActor
    private func quotes(_ client: HeadlessClient) throws -> [Quote] {
        let (link, table) = (client.link, client.link.market.table)
        let named = try coins.map { try client.instrument($0).coin }
        let shown = named.isEmpty ? link.user.favorites.prefix(Self.favoritesMax).map(\.coin) : named
        return shown.compactMap { table.row(of: $0) }.map { table[$0] }
    }
}

extension BarStyle: ExpressibleByArgument {}

extension ServerLink {
    /// Why there are no prices yet.
    fileprivate var waitingWords: String {
        if case .waiting(_, let error) = state { return "tickwire: \(error)" }
        return "tickwire: \(Outcome.waitingForPrices)"
    }
}
