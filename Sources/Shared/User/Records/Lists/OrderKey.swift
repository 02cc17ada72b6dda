/// A place in the user's own order: a fraction between 0 and 1 in base 62, written without its leading "0.".
///
/// There is another key between nearly any two keys, so moving one item changes no other. Keys compare by their bytes.
public struct OrderKey: Hashable, Comparable, Sendable {
    public let text: String

    /// If a key would be longer, its neighbors get new keys, too.
    public static let lengthMax = 24
    /// The longest key after spreading. The remaining twelve characters are enough for more than 70 moves into the same
    /// gap.
    private static let spreadLengthMax = 12

    /// Accepts 1 to 24 characters of `0-9A-Za-z` that do not end in `0`, because no key fits right before one that
    /// does.
    public init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        let isKey = 1...Self.lengthMax ~= digits.count && digits.allSatisfy { Base62.value(of: $0) != nil }
        guard isKey, digits.last != Base62.zero else { return nil }
        self.text = String(text)
    }

    /// Why a text is not a valid order key, in words that follow "a list item has ..."; nil if it is valid.
    static func problem(_ text: String) -> String? {
        if OrderKey(text) != nil { return nil }
        return "the order key '\(String(text.prefix(lengthMax + 1)).visible)', which is not 1 to "
            + "\(lengthMax) of 0-9, A-Z and a-z without a 0 at the end"
    }

    private init(digits: [Int]) { text = Base62.text(of: digits) }

    /// A key after `lower` and before `upper`; nil stands for an end of the list.
    /// - Returns: nil if `lower` is not below `upper`, or `lengthMax` leaves no room.
    public static func between(_ lower: OrderKey?, _ upper: OrderKey?) -> OrderKey? {
        let key: OrderKey? =
            switch (lower, upper) {
            case (nil, nil): Counter.middle.key
            case (let lower?, nil): Counter(lower).above(lower) ?? midpoint(lower.digits, nil)
            case (nil, let upper?): Counter(upper).below(upper) ?? midpoint([], upper.digits)
            case (let lower?, let upper?): lower < upper ? midpoint(lower.digits, upper.digits) : nil
            }
        return key.flatMap { $0.text.utf8.count <= lengthMax ? $0 : nil }
    }

    public static func < (one: Self, other: Self) -> Bool { one.text.utf8.lexicographicallyPrecedes(other.text.utf8) }

    private var digits: [Int] { text.utf8.compactMap(Base62.value) }

    private static func midpoint(_ floor: [Int], _ ceiling: [Int]?) -> OrderKey {
        OrderKey(digits: middle(floor[...], ceiling?[...]))
    }

    /// The digits of a fraction between two others. `floor` lies below `ceiling`. Missing digits of `floor` are 0, and
    /// a missing ceiling is 1.
    private static func middle(_ floor: ArraySlice<Int>, _ ceiling: ArraySlice<Int>?) -> [Int] {
        let low = floor.first ?? 0
        let high = ceiling.map { $0.first ?? 0 } ?? Base62.radix
        if high - low > 1 { return [(low + high) / 2] }
        let rest = high == low ? ceiling?.dropFirst() : nil
        return [low] + middle(floor.dropFirst(), rest)
    }

    /// The first three digits as a number. Keys at the ends of a list count up or down, so that they stay this short.
    private struct Counter {
        private static let places = 3
        private static let end = Base62.radix * Base62.radix * Base62.radix
        static let middle = Counter(number: end / 2 + 1)

        private let number: Int

        private init(number: Int) { self.number = number }

        init(_ key: OrderKey) {
            let digits = key.digits + [0, 0]
            number = digits.prefix(Self.places).reduce(0) { $0 * Base62.radix + $1 }
        }

        var key: OrderKey? {
            guard 0..<Self.end ~= number, number % Base62.radix != 0 else { return nil }
            let (upper, last) = number.quotientAndRemainder(dividingBy: Base62.radix)
            return OrderKey(digits: [upper / Base62.radix, upper % Base62.radix, last])
        }

        func above(_ lower: OrderKey) -> OrderKey? { first(of: [1, 2]) { $0 > lower } }

        func below(_ upper: OrderKey) -> OrderKey? { first(of: [0, -1, -2]) { $0 < upper } }

        /// Two steps are enough, because only one of two neighboring numbers ends in 0.
        private func first(of steps: [Int], where fits: (OrderKey) -> Bool) -> OrderKey? {
            steps.lazy.compactMap { Counter(number: number + $0).key }.first(where: fits)
        }
    }
}

// MARK: - Places in a list

extension OrderKey {
    /// A key for a place in a list, and the new keys of neighbors that make room for it.
    public struct Placement: Hashable, Sendable {
        public var key: OrderKey
        /// The new keys by index in the list, for the smallest run of neighbors that is enough. Mostly empty.
        public var neighbors: [Int: OrderKey] = [:]
    }

    /// - Parameter keys: the keys of the list, ascending. Keys may be equal.
    /// - Precondition: `index` is 0 to `keys.count`.
    public static func placement(at index: Int, among keys: [OrderKey]) -> Placement {
        precondition(keys.indices.contains(index) || index == keys.count, "a place in the list")
        func key(_ index: Int) -> OrderKey? { keys.indices.contains(index) ? keys[index] : nil }
        if let key = between(key(index - 1), key(index)) { return Placement(key: key) }
        for size in 1...max(1, keys.count) {
            for left in max(0, size - (keys.count - index))...min(size, index) {
                let run = (index - left)..<(index - left + size)
                let (lower, upper) = (key(run.lowerBound - 1), key(run.upperBound))
                guard let new = spread(size + 1, between: lower, upper) else { continue }
                var placement = Placement(key: new[left])
                for neighbor in run {
                    placement.neighbors[neighbor] = new[neighbor - run.lowerBound + (neighbor < index ? 0 : 1)]
                }
                return placement
            }
        }
        preconditionFailure("a list has far fewer items than there are keys of twelve characters")
    }

    /// Evenly spaced keys, as short as possible.
    /// - Returns: nil if there is no room for this many.
    public static func spread(_ count: Int, between lower: OrderKey? = nil, _ upper: OrderKey? = nil) -> [OrderKey]? {
        if let lower, let upper, lower >= upper { return nil }
        var end: UInt128 = 1
        for length in 1...spreadLengthMax {
            end *= UInt128(Base62.radix)
            let floor = lower?.number(length).value ?? 0
            let ceiling = upper.map { $0.number(length) }.map { $0.isExact ? $0.value : $0.value + 1 } ?? end
            let step = (ceiling - floor) / UInt128(count + 1)
            if step == 0 { continue }
            return (1...count).map { OrderKey(number: floor + step * UInt128($0), length: length) }
        }
        return nil
    }

    /// The first digits as a number, and whether the key has no others.
    private func number(_ length: Int) -> (value: UInt128, isExact: Bool) {
        let digits = digits
        let value = (0..<length).reduce(UInt128(0)) { value, place in
            value * UInt128(Base62.radix) + UInt128(place < digits.count ? digits[place] : 0)
        }
        return (value, digits.count <= length)
    }

    /// Removes zeros at the end, which do not change the place.
    private init(number: UInt128, length: Int) {
        var rest = number
        var digits: [Int] = []
        for _ in 0..<length {
            digits.append(Int(rest % UInt128(Base62.radix)))
            rest /= UInt128(Base62.radix)
        }
        self.init(digits: digits.drop { $0 == 0 }.reversed())
    }
}

private enum Base62 {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    static let radix = alphabet.count
    static let zero = alphabet[0]

    /// The values of all bytes, because keys are read more often than anything else of a list.
    private static let values = (UInt8.min...UInt8.max).map { alphabet.firstIndex(of: $0) }

    static func value(of digit: UInt8) -> Int? { values[Int(digit)] }
    static func text(of digits: [Int]) -> String { String(decoding: digits.map { alphabet[$0] }, as: UTF8.self) }
}
