import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Shared

/// Ticks as a user of a message broker would send them: one JSON object with what a tick changes in its rows.
struct JSONTicks: Sendable {
    private struct Row: Encodable {
        let id: UInt32
        let price: String?
        let change24h: String?
    }

    private struct Tick: Encodable {
        let sequence: UInt64
        let time: Int64
        let rows: [Row]
    }

    private(set) var messages: [[UInt8]] = []

    var bytesEach: Double { Double(messages.reduce(0) { $0 + $1.count }) / Double(messages.count) }

    /// Records the ticks as a terminal gets them, with the replica that it keeps.
    static func record(from server: ServerProcess, token: [UInt8], count: Int) async throws -> JSONTicks {
        let diffs = NIOLockedValueBox<(table: MarketTable, ticks: JSONTicks)>((MarketTable(), JSONTicks()))
        let crowd = try Crowd(port: server.port, pin: server.pin)
        let channel = try await crowd.follow(token: token) { frame in
            diffs.withLockedValue { seen in
                switch frame {
                case .snapshotPart(let part): try? seen.table.append(part)
                case .marketDiff(let diff):
                    guard (try? seen.table.apply(diff)) != nil else { return }
                    seen.ticks.add(diff, seen.table)
                default: break
                }
            }
        }
        while diffs.withLockedValue({ $0.ticks.messages.count }) < count {
            try await Task.sleep(for: .milliseconds(50))
        }
        try await channel.close()
        try await crowd.stop()
        return diffs.withLockedValue { $0.ticks }
    }

    private mutating func add(_ diff: MarketDiff, _ table: MarketTable) {
        let changed = diff.changes.rows.map { row in
            let quote = table[Int(row)]
            return Row(
                id: quote.instrument.coin.rawValue,
                price: quote.priceText,
                change24h: quote.dayChange.map { "\($0)" }
            )
        }
        let tick = Tick(sequence: diff.to, time: diff.time.milliseconds, rows: changed)
        guard !changed.isEmpty, let message = try? JSONEncoder().encode(tick) else { return }
        messages.append(Array(message))
    }
}
