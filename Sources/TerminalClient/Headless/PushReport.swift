internal import Foundation
package import Shared

/// Lines about what the server pushes: one for each change.
package struct PushReport: Sendable {
    private let asJSON: Bool

    package init(asJSON: Bool) { self.asJSON = asJSON }

    /// - Parameter table: the market after `frame`.
    package func lines(for frame: ServerFrame, in table: MarketTable) -> [String] {
        switch frame {
        // A diff that comes while a snapshot is awaited is not taken over, and tells nothing.
        case .marketDiff(let diff) where diff.to <= table.sequence:
            diff.changes.prices.rows.filter { $0 < table.count }.map { quoteLine(table[Int($0)]) }
        case .snapshotPart(let part) where part.isLast: [snapshotLine(table)]
        case .userState(let state): [userLine(state, table)]
        default: []
        }
    }

    private struct QuotePush: Encodable {
        let event = "quote"
        let quote: QuoteReport
    }

    private struct UserPush: Encodable {
        let event = "user"
        let version: UInt64
        let favorites: [FavoriteReport]
        let settings: SettingsReport
    }

    private struct SnapshotPush: Encodable {
        let event = "snapshot"
        let sequence: UInt64
        let quotes: [QuoteReport]
    }

    private func quoteLine(_ quote: Quote) -> String {
        if asJSON { return Self.json(QuotePush(quote: QuoteReport(quote))) }
        let change = quote.dayChange.map { "  \($0) %" } ?? ""
        return "\(quote.instrument.symbol.printable)  \(quote.priceText ?? "-")\(change)"
    }

    private func snapshotLine(_ table: MarketTable) -> String {
        if asJSON {
            let quotes = (0..<table.count).map { QuoteReport(table[$0]) }
            return Self.json(SnapshotPush(sequence: table.sequence, quotes: quotes))
        }
        return "snapshot of \(table.count) coins at sequence \(table.sequence)"
    }

    private func userLine(_ state: UserState, _ table: MarketTable) -> String {
        let favorites = state.favorites.map { FavoriteReport($0, in: table) }
        let settings = SettingsReport(state.settings)
        if asJSON {
            return Self.json(UserPush(version: state.version, favorites: favorites, settings: settings))
        }
        let names = favorites.map { $0.symbol ?? "id:\($0.id)" }.joined(separator: " ")
        return "favorites: \(names.isEmpty ? "none" : names)  (\(settings.line))"
    }

    /// One line of JSON with keys in order.
    package static func json(_ value: some Encodable, pretty: Bool = false) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            pretty
            ? [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            : [.sortedKeys, .withoutEscapingSlashes]
        // The reports hold texts, numbers and booleans only, all of which JSON has.
        guard let data = try? encoder.encode(value) else { preconditionFailure("reports are encodable") }
        return String(decoding: data, as: UTF8.self)
    }
}
