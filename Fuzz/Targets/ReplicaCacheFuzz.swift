internal import Shared
internal import TerminalClient

/// Caches that a disk, or an earlier version, has left: as they are, and under a checksum that is right. What can be
/// read is written and read again, and must be the same.
enum ReplicaCacheFuzz {
    static func read(_ bytes: [UInt8]) {
        for file in [bytes, ReplicaCache.sealed(bytes)] {
            guard let cache = try? ReplicaCache(bytes: file) else { continue }
            let again = try? ReplicaCache(bytes: cache.bytes)
            precondition(again.map { isSame($0, as: cache) } ?? false, "a cache changes on its way")
        }
    }

    private static func isSame(_ one: ReplicaCache, as other: ReplicaCache) -> Bool {
        let (table, held) = (one.market.table, other.market.table)
        return table.hashes == held.hashes && table.sources == held.sources && table.sequence == held.sequence
            && (one.clockOffset, one.rates, one.weeks) == (other.clockOffset, other.rates, other.weeks)
            && (one.market.epoch, one.charts) == (other.market.epoch, other.charts)
    }
}
