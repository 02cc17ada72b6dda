/// The hash of one cell (row, group, values). The market's hash is the wrapping sum of these.
///
/// Any client can compute it: the steps are in docs/PROTOCOL.md. The mixer is SplitMix64's finalizer (Steele, Lea and
/// Flood, "Fast Splittable Pseudorandom Number Generators", 2014); texts go through FNV-1a first.
struct CellHash {
    private(set) var value: UInt64

    init(group: UInt64, row: Int) { value = Self.mix(UInt64(row) << 8 | group) }

    /// Begins the hash of a record of a user's table. Add key, value and version.
    init(kind: UInt32) { value = Self.mix(UInt64(kind)) }

    mutating func combine(_ number: UInt64) { value = Self.mix(value &+ number) }

    mutating func combine(_ number: Int32) { combine(UInt64(bitPattern: Int64(number))) }

    mutating func combine(_ text: String) { combine(text.utf8) }

    mutating func combine(_ bytes: some Collection<UInt8>) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        combine(hash)
    }

    private static func mix(_ input: UInt64) -> UInt64 {
        var mixed = input &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}

/// A value that a cell of the market table may hold.
///
/// `combine` hashes what the wire carries: unknown values are 0 in columns marked [+1], and -10001 in percents.
protocol CellValue: Hashable, Sendable {
    func combine(into hash: inout CellHash)
}

/// A value that may be unknown, and how the wire says so.
protocol Unknowable: Hashable, Sendable {
    static func combine(_ value: Self?, into hash: inout CellHash)
}

extension Optional: CellValue where Wrapped: Unknowable {
    func combine(into hash: inout CellHash) { Wrapped.combine(self, into: &hash) }
}

extension UInt64: Unknowable {
    static func combine(_ value: UInt64?, into hash: inout CellHash) { hash.combine(value.plusOne) }
}

extension Percent: Unknowable {
    static func combine(_ value: Percent?, into hash: inout CellHash) { hash.combine(value.orUnknown) }
}

extension UInt64? {
    /// The form in columns marked [+1].
    var plusOne: UInt64 { map { $0 &+ 1 } ?? 0 }
}

extension Percent? {
    /// The form in columns of percents.
    var orUnknown: Int32 { self?.hundredths ?? Percent.hundredthsMin - 1 }
}

extension Bool: CellValue {
    func combine(into hash: inout CellHash) { hash.combine(self ? 1 : 0 as UInt64) }
}

extension Instrument: CellValue {
    func combine(into hash: inout CellHash) {
        hash.combine(UInt64(coin.rawValue))
        hash.combine(symbol)
        hash.combine(name)
        hash.combine(UInt64(kind.rawValue))
    }
}

extension Pricing: CellValue {
    func combine(into hash: inout CellHash) {
        hash.combine(UInt64(decimals))
        hash.combine(UInt64(source.rawValue))
        hash.combine(UInt64(heardSeconds))
    }
}

extension Trend: CellValue {
    func combine(into hash: inout CellHash) {
        hour.combine(into: &hash)
        week.combine(into: &hash)
    }
}

extension Fundamentals: CellValue {
    func combine(into hash: inout CellHash) {
        hash.combine(UInt64(rank ?? 0))
        supply.combine(into: &hash)
    }
}
