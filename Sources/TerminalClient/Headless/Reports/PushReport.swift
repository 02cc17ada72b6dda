package import Shared

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Turns the frames that the server pushes into lines, one for each change.
package struct PushReport: Sendable {
    private let asJSON: Bool
    private let alertsOnly: Bool
    private var alertNews = AlertNews()
    private var lossNews = LossNews()
    private var money = ShownCurrency.usd
    private var isMock = false
    /// The last printed state of each source.
    private var told: [SourceNumber: SourceReport.State] = [:]
    /// Whether the next diff completes a snapshot.
    private var awaitsDiff = false
    /// Whether a whole market has come. The names and prices of favorites are in it.
    private var hasMarket = false
    /// What the user's table brings before the first snapshot; nil: nothing, or it was printed.
    private var early: UserNews?

    private struct UserNews {
        var fired: [AlertEvent] = []
        var lost: [LostDelivery] = []
    }

    package init(asJSON: Bool, alertsOnly: Bool = false) { (self.asJSON, self.alertsOnly) = (asJSON, alertsOnly) }

    /// The user's table is printed after the first snapshot, whichever of the two comes first.
    /// - Parameters:
    ///   - table: the market after `frame`.
    ///   - user: the user's table after it.
    ///   - offers: the choices that the server offers.
    ///   - now: the server's time.
    ///   - money: the currency for prices.
    package mutating func lines(
        for frame: ServerFrame,
        in table: MarketTable,
        of user: UserTable,
        _ offers: ServerOffers,
        at now: MarketTime,
        money: ShownCurrency = .usd
    ) -> [String] {
        (self.money, isMock) = (money, offers.isMock)
        if alertsOnly, !frame.isOfUser { return [] }
        switch frame {
        // While a snapshot is awaited, the replica ignores diffs, so they print nothing.
        case .marketDiff(let diff) where diff.to <= table.sequence:
            if awaitsDiff, diff.to == table.sequence { return snapshotLines(user, offers, table, at: now) }
            // Pricings count, too: a price that is not heard again gets old without changing.
            let rows = Set(diff.changes.prices.rows + diff.changes.pricings.rows).sorted().filter { $0 < table.count }
            return sourceLines(table, at: now) + rows.map { quoteLine(Int($0), table, at: now) }
        case .snapshotPart(let part):
            awaitsDiff = part.diffFollows
            return part.isLast && !awaitsDiff ? snapshotLines(user, offers, table, at: now) : []
        case .welcome:
            awaitsDiff = false
            return []
        case .userTable: return userLines(user, offers, table, at: now)
        case .userDiff(let diff) where diff.from != diff.to: return userLines(user, offers, table, at: now)
        default: return []
        }
    }

    /// Call it each second, because while nothing comes, time alone makes prices old.
    /// - Parameter now: the server's time.
    package mutating func timePassed(to now: MarketTime, in table: MarketTable) -> [String] {
        // Until something was printed, there is nothing to correct.
        told.isEmpty ? [] : sourceLines(table, at: now)
    }

    private mutating func snapshotLines(
        _ user: UserTable,
        _ offers: ServerOffers,
        _ table: MarketTable,
        at now: MarketTime
    ) -> [String] {
        (awaitsDiff, hasMarket) = (false, true)
        let market = [snapshotLine(table, at: now)] + sourceLines(table, at: now)
        return early == nil ? market : market + userLines(user, offers, table, at: now)
    }

    private struct QuotePush: Encodable {
        let event = "quote"
        let quote: QuoteReport
    }

    private struct SourcePush: Encodable {
        let event = "source"
        let source: SourceReport
    }

    private struct UserPush: Encodable {
        let event = "user"
        let version: UInt64
        let favorites: [FavoriteReport]
        let settings: SettingsReport
    }

    private struct AlertPush: Encodable {
        let event = "alert"
        let alert: AlertEventReport
    }

    private struct LossPush: Encodable {
        struct Loss: Encodable {
            let way: String
            let lost: UInt32
            let problem: String
            let time: String
        }

        let event = "undelivered"
        let undelivered: Loss

        init(_ loss: LostDelivery) {
            undelivered = Loss(
                way: loss.name,
                lost: loss.state.lost,
                problem: loss.state.problem,
                time: loss.state.lostAt.shortISO8601
            )
        }
    }

    private struct SnapshotPush: Encodable {
        let event = "snapshot"
        let sequence: UInt64
        let quotes: [QuoteReport]
    }

    /// One line for each source whose state has changed since it was last printed.
    private mutating func sourceLines(_ table: MarketTable, at now: MarketTime) -> [String] {
        var lines: [String] = []
        for source in table.sources {
            let report = SourceReport(source, at: now, isMock: isMock)
            guard told.updateValue(report.told, forKey: source.number) != report.told else { continue }
            lines.append(asJSON ? Self.json(SourcePush(source: report)) : report.line)
        }
        return lines
    }

    private func quoteLine(_ row: Int, _ table: MarketTable, at now: MarketTime) -> String {
        if asJSON { return Self.json(QuotePush(quote: QuoteReport(row, of: table, at: now, in: money))) }
        let quote = table[row]
        let change = quote.dayChange.map { "  \($0)%" } ?? ""
        let origin = quote.mantissa == nil ? nil : PriceTable.source(of: quote.pricing, in: table)
        let age = PriceTable.words(of: quote.pricing, in: table, at: now) ?? "-"
        let words = origin.map { "  \($0)  \(age)" } ?? ""
        return "\(quote.instrument.symbol.escaped)  \(money.priceText(quote) ?? "-")\(money.suffix)\(change)\(words)"
    }

    private func snapshotLine(_ table: MarketTable, at now: MarketTime) -> String {
        if asJSON {
            let quotes = (0..<table.count).map { QuoteReport($0, of: table, at: now, in: money) }
            return Self.json(SnapshotPush(sequence: table.sequence, quotes: quotes))
        }
        return WatchLine.snapshot(coins: table.count, sequence: table.sequence).description
    }

    private mutating func userLines(
        _ user: UserTable,
        _ offers: ServerOffers,
        _ table: MarketTable,
        at now: MarketTime
    ) -> [String] {
        var news = early ?? UserNews()
        news.fired += alertNews.take(user.alertEvents)
        news.lost += lossNews.take(user.lostDeliveries)
        guard hasMarket || alertsOnly else {
            early = news
            return []
        }
        early = nil
        let fired = news.fired.map { event in
            asJSON
                ? Self.json(AlertPush(alert: AlertEventReport(event, in: table)))
                : WatchLine.alert(event.line(table.symbol(of: event.coin), in: nil)).description
        }
        let lost = news.lost.map { loss in
            asJSON ? Self.json(LossPush(loss)) : WatchLine.alert(loss.line).description
        }
        return (alertsOnly ? [] : [userLine(user, offers, table, at: now)]) + fired + lost
    }

    private func userLine(_ user: UserTable, _ offers: ServerOffers, _ table: MarketTable, at now: MarketTime) -> String
    {
        let favorites = user.items(of: .favorites).map { FavoriteReport($0, in: table, at: now, money: money) }
        let settings = SettingsReport(user, offers)
        if asJSON {
            return Self.json(UserPush(version: user.version, favorites: favorites, settings: settings))
        }
        let names = favorites.map { $0.symbol?.escaped ?? "id:\($0.id)" }
        return WatchLine.favorites(names, settings: settings.line).description
    }

    /// JSON with sorted keys, on one line unless `pretty`. Its texts are whole, and escaped so that they cannot steer a
    /// terminal.
    package static func json(_ value: some Encodable, pretty: Bool = false) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty
            ? [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            : [.sortedKeys, .withoutEscapingSlashes]
        // The reports hold only texts, numbers and booleans, all of which JSON can encode.
        guard let data = try? encoder.encode(value) else { preconditionFailure("reports are encodable") }
        return String(decoding: data, as: UTF8.self).escapedInJSON
    }
}

extension ServerFrame {
    /// Whether the frame is about the user's table.
    fileprivate var isOfUser: Bool {
        switch self {
        case .userTable, .userDiff: true
        default: false
        }
    }
}
