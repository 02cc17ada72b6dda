import NIOCore

/// Rendered rows, one for each coin, kept until the coin changes. A request costs the rows that changed since the last
/// one, and a copy.
struct RowCache: Sendable {
    private struct Row {
        var version: UInt64 = 0
        var rank = 0
        var bytes: [UInt8] = []
    }

    private var rows: [Row]
    /// How often a row was rendered.
    private(set) var renderings = 0

    init(count: Int) { rows = Array(repeating: Row(), count: count) }

    mutating func bytes(
        of index: Int,
        version: UInt64,
        rank: Int = 0,
        render: () -> [UInt8]
    ) -> [UInt8] {
        if rows[index].version != version || rows[index].rank != rank {
            rows[index] = Row(version: version, rank: rank, bytes: render())
            renderings += 1
        }
        return rows[index].bytes
    }
}

extension ByteBuffer {
    /// `before`, the rows with commas between them, and `after`.
    init(before: String, rows: [[UInt8]], after: String) {
        self.init()
        reserveCapacity(rows.reduce(before.utf8.count + after.utf8.count) { $0 + $1.count + 1 })
        writeString(before)
        for (index, row) in rows.enumerated() {
            if index > 0 { writeInteger(UInt8(ascii: ",")) }
            writeBytes(row)
        }
        writeString(after)
    }
}

/// The caches of all answers that are lists of all coins.
struct RowCaches: Sendable {
    private let coins: Int
    private var caches: [String: RowCache] = [:]

    init(coins: Int) { self.coins = coins }

    /// - Parameter path: of the answer.
    subscript(path: String) -> RowCache {
        get { caches[path] ?? RowCache(count: coins) }
        _modify { yield &caches[path, default: RowCache(count: coins)] }
    }
}
