internal import Foundation

/// The row ids of the outcomes of a client's newest mutations. The client's row stores it.
struct OutcomeLog: Equatable {
    /// Effects up to this size are not counted separately, because together they cannot exceed `effectBytesMax`.
    static let smallEffectBytes = 1024
    /// How many bytes of a client's effects are kept besides the newest effect. An undo cannot reach further back.
    static let effectBytesMax = 64 * 1024
    /// How many old outcomes are removed at a time. Each removal writes other database pages.
    static let clearingInterval = 16
    /// Replaces an effect that is not kept. It reads as no effect, but still says that the mutation changed something.
    static let droppedEffect: [UInt8] = [0]

    /// The number of the newest mutation; 0 for a client that has settled none.
    private(set) var lastNumber: UInt64 = 0
    /// Row ids of `outcome`, ascending; the last one belongs to `lastNumber`. Numbers are settled in order, without
    /// gaps.
    private(set) var ids: [Int64] = []

    init() {}

    init(lastNumber: UInt64, ids: [Int64]) { (self.lastNumber, self.ids) = (lastNumber, ids) }

    /// - Parameter bytes: the difference of each id from the one before, as protobuf varints (7 bits a byte, the
    ///   lowest first).
    init(lastNumber: UInt64, bytes: some ContiguousBytes & Collection) {
        self.lastNumber = lastNumber
        ids.reserveCapacity(bytes.count)
        bytes.withUnsafeBytes { bytes in
            var (last, distance, shift): (Int64, Int64, Int64) = (0, 0, 0)
            for byte in bytes {
                distance |= Int64(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 != 0 { continue }
                last &+= distance
                ids.append(last)
                (distance, shift) = (0, 0)
            }
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * ids.count + 8)
        var last: Int64 = 0
        for id in ids {
            var distance = id - last
            while distance > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: distance) | 0x80)
                distance >>= 7
            }
            bytes.append(UInt8(distance))
            last = id
        }
        return bytes
    }

    var count: Int { ids.count }

    /// - Returns: nil for a mutation whose outcome was forgotten.
    func id(of number: UInt64) -> Int64? {
        guard number <= lastNumber, lastNumber - number < UInt64(ids.count) else { return nil }
        return ids[ids.count - 1 - Int(lastNumber - number)]
    }

    /// The numbers and row ids of the newest mutations, in order.
    func newest(_ most: Int) -> some Sequence<(UInt64, Int64)> {
        let ids = ids.suffix(most)
        return zip(lastNumber + 1 - UInt64(ids.count)..<lastNumber + 1, ids)
    }

    /// - Precondition: `number` follows the last one, and `id` is greater than the last one.
    mutating func append(_ id: Int64, number: UInt64) {
        lastNumber = number
        ids.append(id)
    }

    /// - Returns: the row ids that are no longer needed.
    mutating func removeOldest(keeping most: Int) -> [Int64] {
        let old = ids.prefix(max(0, ids.count - most))
        ids.removeFirst(old.count)
        return Array(old)
    }
}
