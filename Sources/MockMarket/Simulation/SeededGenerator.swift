/// SplitMix64 (Steele, Lea, Flood 2014): small and fast, with the same numbers on every machine and Swift version.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// A generator for one of many things. The same three numbers make the same draws.
    init(_ key: UInt64, _ place: Int64, _ size: Int64) {
        var mixed = key ^ (UInt64(bitPattern: place) &* 0xD6E8_FEB8_6659_FD93)
        mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
        state = (mixed ^ (mixed >> 32)) &+ UInt64(bitPattern: size) &* 0xA076_1D64_78BD_642F
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound - 1`. The arithmetic is our own, because the standard library's draws may change.
    mutating func below(_ bound: Int64) -> Int64 {
        Int64(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// Roughly normal: the sum of four uniform numbers, with a mean of 0 and a standard deviation of 1155.
    mutating func bell() -> Int64 {
        var bits = next()
        var sum: Int64 = 0
        for _ in 0..<4 {
            sum += (Int64(bits & 0xFFFF) * 2001) >> 16
            bits >>= 16
        }
        return sum - 4000
    }

    mutating func element<Element>(of list: [Element]) -> Element { list[Int(below(Int64(list.count)))] }
}
