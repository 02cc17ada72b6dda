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
                let named = try namedCoins(client)
                for line in style.head + [try text(of: named, client)] + style.tail { print(line) }
                try ages.check(client.link.market.table, quotes(of: named, client), at: client.link.serverTime)
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
                    try output.check()
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
    /// - Throws: what `namedCoins` and `line` throw; `CancellationError`.
    @MainActor
    private func follow(_ client: HeadlessClient, _ output: LineOutput) async throws {
        var printed: String?
        // Named once, so that a namesake that is listed later changes nothing.
        var coins: [CoinID]?
        while true {
            let link = client.link
            // A lost connection leaves the last prices on the line.
            if coins == nil, link.isReady, link.market.table.count > 0 {
                try warn(client)
                coins = try namedCoins(client)
            }
            let now = try coins.map { try text(of: $0, client) } ?? style.text(link.waitingWords)
            if now != printed { output.write([now + style.separator]) }
            printed = now
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// The coins of the arguments.
    /// - Throws: `UnknownCoin`, `AmbiguousCoin`, `NoPrices`
    @MainActor
    private func namedCoins(_ client: HeadlessClient) throws -> [CoinID] {
        try coins.map { try client.instrument($0).coin }
    }

    /// - Throws: what `line` throws.
    @MainActor
    private func text(of named: [CoinID], _ client: HeadlessClient) throws -> String {
        let line = try line(of: named, client)
        return line.isEmpty ? style.text(EmptyReport.bar.description) : style.text(line)
    }

    /// - Parameter named: empty: the first favorites.
    /// - Throws: `CurrencyFault`
    @MainActor
    private func line(of named: [CoinID], _ client: HeadlessClient) throws -> BarLine {
        let link = client.link
        return BarLine(
            quotes(of: named, client),
            in: link.market.table,
            money: try link.money(in: currency.currency),
            isLive: link.state == .live,
            isMock: link.user.offers.isMock,
            at: link.serverTime
        )
    }

    /// In the order of the line.
    @MainActor
    private func quotes(of named: [CoinID], _ client: HeadlessClient) -> [Quote] {
        let (link, table) = (client.link, client.link.market.table)
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
