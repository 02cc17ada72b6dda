package import Shared

/// One of the user's lists as JSON, with the coins in it.
package struct ListReport: ReportRow, Sendable {
    let name: String
    package let coins: [FavoriteReport]

    package static let fields = ["name", "coins"]

    /// - Parameters:
    ///   - now: the server's time.
    ///   - money: the currency for prices.
    package init(_ list: ListID, of user: UserTable, in table: MarketTable, at now: MarketTime, money: ShownCurrency) {
        name = user.name(of: list) ?? ""
        coins = user.items(of: list).map { FavoriteReport($0, in: table, at: now, money: money) }
    }

    /// All lists, Favorites first.
    package static func all(
        of user: UserTable,
        in table: MarketTable,
        at now: MarketTime,
        money: ShownCurrency
    ) -> [ListReport] {
        ([.favorites] + user.lists.map(\.id)).map { ListReport($0, of: user, in: table, at: now, money: money) }
    }

    /// The lists as plain text, each with the number of its coins and the first of them.
    package static func text(of reports: [ListReport]) -> String {
        let rows = reports.enumerated().map { index, report in
            ["\(index)", report.name.escaped, "\(report.coins.count)", report.symbols]
        }
        return TextTable.text(
            of: [["PLACE", "LIST", "COINS", "FIRST COINS"]] + rows,
            isText: [false, true, false, true]
        )
    }

    private static let symbolsMax = 8

    private var symbols: String {
        let names = coins.prefix(Self.symbolsMax).map { $0.symbol?.escaped ?? "id:\($0.id)" }
        return names.joined(separator: " ") + (coins.count > Self.symbolsMax ? " …" : "")
    }
}

/// There is no list with this name.
package struct UnknownList: Error, Hashable, Sendable, CustomStringConvertible {
    private let name: String
    private let known: [String]

    package init(_ name: String, of user: UserTable) {
        self.name = name
        known = [ListName.favorites.text] + user.lists.map(\.name)
    }

    package var description: String {
        let meant = NearMiss.of(name, among: known.map { $0.lowercased() }).flatMap { near in
            known.first { $0.lowercased() == near }
        }
        return "there is no list '\(name.escaped)'; "
            + (meant.map { "did you mean '\($0.escaped)'? " } ?? "")
            + "you have \(known.map(\.escaped).joined(separator: ", "))"
    }
}

/// Several coins have the symbol.
package struct AmbiguousCoin: Error, CustomStringConvertible {
    let typed: String
    private let candidates: [Quote]

    package init(_ typed: String, _ candidates: [Quote]) { (self.typed, self.candidates) = (typed, candidates) }

    package var description: String {
        "\(candidates.count) coins have the symbol '\(typed.escaped)'; name one of them by its number:"
    }

    /// A line for each of the coins.
    package var choices: [String] {
        let rows = candidates.map { quote in
            [
                "  \(quote.instrument.coin)", quote.instrument.name.escaped,
                quote.fundamentals.rank.map { "rank \($0)" } ?? "no rank",
                ShownCurrency.usd.priceText(quote).map { "$\($0)" } ?? "no price",
            ]
        }
        return TextTable.lines(of: rows, isText: [true, true, true, false])
    }
}

/// The list does not have the coin.
package struct NotInList: Error, Equatable, CustomStringConvertible {
    private let coin: String
    private let list: ListID
    private let name: String

    package init(_ coin: String, list: ListID, named name: String) {
        (self.coin, self.list, self.name) = (coin, list, name)
    }

    package var description: String {
        let look =
            list == .favorites
            ? "'tickwire favorites' prints them" : "'tickwire lists show NAME' prints what is in a list"
        return "\(coin.escaped) is not in \(name.escaped); \(look)"
    }
}
