/// A decimal number of any length: `mantissa × 10^-decimals`, exact in sums and products.
///
/// Amounts and prices have up to 18 decimals, so their products and the sums of thousands of them fit no machine
/// integer. There is no trailing zero after the point, so equal numbers compare equal.
public struct BigDecimal: Hashable, Sendable {
    /// Groups of nine digits, the lowest first; empty for zero.
    private(set) var groups: [UInt32]
    /// At least 0.
    public private(set) var decimals: Int
    public private(set) var isNegative: Bool

    static let base: UInt64 = 1_000_000_000
    static let digitsPerGroup = 9
    /// How many decimals divisions round to, half to even.
    public static let divisionDecimals = 18

    public static let zero = BigDecimal(groups: [], decimals: 0, isNegative: false)

    init(groups: [UInt32], decimals: Int, isNegative: Bool) {
        (self.groups, self.decimals, self.isNegative) = (groups, decimals, isNegative)
        trim()
        normalize()
    }

    public init(_ number: ExactDecimal) {
        var (rest, groups) = (number.mantissa.magnitude, [UInt32]())
        while rest > 0 {
            groups.append(UInt32(rest % Self.base))
            rest /= Self.base
        }
        self.init(groups: groups, decimals: -number.exponent, isNegative: number.mantissa < 0)
    }

    public var isZero: Bool { groups.isEmpty }

    /// For drawing, sorting and shares only.
    public var approximate: Double {
        var value = groups.reversed().reduce(0.0) { $0 * Double(Self.base) + Double($1) }
        for _ in 0..<decimals { value /= 10 }
        return isNegative ? -value : value
    }

    private mutating func trim() {
        while groups.last == 0 { groups.removeLast() }
        if groups.isEmpty { (decimals, isNegative) = (0, false) }
    }

    /// Removes trailing zeros after the point.
    private mutating func normalize() {
        while decimals >= Self.digitsPerGroup, groups.first == 0 {
            groups.removeFirst()
            decimals -= Self.digitsPerGroup
        }
        while decimals > 0, let first = groups.first, first % 10 == 0 {
            groups = Self.divided(groups, by: 10).quotient
            decimals -= 1
        }
        trim()
    }
}

// MARK: Arithmetic
extension BigDecimal {
    public static prefix func - (number: Self) -> Self {
        Self(groups: number.groups, decimals: number.decimals, isNegative: !number.isNegative)
    }

    public static func + (one: Self, other: Self) -> Self {
        let decimals = max(one.decimals, other.decimals)
        let (left, right) = (one.groups(at: decimals), other.groups(at: decimals))
        if one.isNegative == other.isNegative {
            return Self(groups: sum(left, right), decimals: decimals, isNegative: one.isNegative)
        }
        return isBelow(left, right)
            ? Self(groups: difference(right, left), decimals: decimals, isNegative: other.isNegative)
            : Self(groups: difference(left, right), decimals: decimals, isNegative: one.isNegative)
    }

    public static func - (one: Self, other: Self) -> Self { one + -other }
    public static func += (one: inout Self, other: Self) { one = one + other }
    public static func -= (one: inout Self, other: Self) { one = one - other }

    public static func * (one: Self, other: Self) -> Self {
        Self(
            groups: product(one.groups, other.groups),
            decimals: one.decimals + other.decimals,
            isNegative: one.isNegative != other.isNegative
        )
    }

    /// The quotient with at most this many decimals, rounded half to even.
    /// - Precondition: the divisor is not zero.
    public func divided(by divisor: Self, decimals: Int = Self.divisionDecimals) -> Self {
        precondition(!divisor.isZero, "the caller has checked the divisor")
        // self / divisor × 10^decimals is one division of integers.
        let shift = decimals - self.decimals + divisor.decimals
        let dividend = shift > 0 ? Self.shifted(groups, by: shift) : groups
        let divisorGroups = shift < 0 ? Self.shifted(divisor.groups, by: -shift) : divisor.groups
        var (quotient, rest) = Self.divided(dividend, by: divisorGroups)
        let doubled = Self.sum(rest, rest)
        let isOdd = (quotient.first ?? 0) % 2 == 1
        if Self.isBelow(divisorGroups, doubled) || doubled == divisorGroups && isOdd {
            quotient = Self.sum(quotient, [1])
        }
        return Self(groups: quotient, decimals: decimals, isNegative: isNegative != divisor.isNegative)
    }

    /// The number with at most this many decimals, rounded half to even.
    public func rounded(to decimals: Int) -> Self {
        decimals >= self.decimals ? self : divided(by: .one, decimals: decimals)
    }

    public static let one = BigDecimal(groups: [1], decimals: 0, isNegative: false)
}

extension BigDecimal: Comparable {
    public static func < (one: Self, other: Self) -> Bool {
        if one.isNegative != other.isNegative { return one.isNegative }
        let decimals = max(one.decimals, other.decimals)
        let (left, right) = (one.groups(at: decimals), other.groups(at: decimals))
        return one.isNegative ? isBelow(right, left) : isBelow(left, right)
    }
}

// MARK: Magnitudes
extension BigDecimal {
    /// The digits, extended to this many decimals.
    private func groups(at decimals: Int) -> [UInt32] { Self.shifted(groups, by: decimals - self.decimals) }

    /// The groups times 10^count.
    static func shifted(_ groups: [UInt32], by count: Int) -> [UInt32] {
        if count == 0 || groups.isEmpty { return groups }
        let (whole, rest) = count.quotientAndRemainder(dividingBy: digitsPerGroup)
        let factor = (0..<rest).reduce(UInt64(1)) { power, _ in power * 10 }
        var (result, carry) = ([UInt32](repeating: 0, count: whole), UInt64(0))
        for group in groups {
            let value = UInt64(group) * factor + carry
            result.append(UInt32(value % base))
            carry = value / base
        }
        if carry > 0 { result.append(UInt32(carry)) }
        return result
    }

    private static func isBelow(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        if left.count != right.count { return left.count < right.count }
        for (one, other) in zip(left.reversed(), right.reversed()) where one != other { return one < other }
        return false
    }

    private static func sum(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var (result, carry) = ([UInt32](), UInt64(0))
        for index in 0..<max(left.count, right.count) {
            let one = index < left.count ? UInt64(left[index]) : 0
            let other = index < right.count ? UInt64(right[index]) : 0
            let value = one + other + carry
            result.append(UInt32(value % base))
            carry = value / base
        }
        if carry > 0 { result.append(UInt32(carry)) }
        return result
    }

    /// - Precondition: the left number is at least as large as the right one.
    private static func difference(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var (result, borrow) = (left, Int64(0))
        for index in left.indices {
            let other = index < right.count ? Int64(right[index]) : 0
            var value = Int64(left[index]) - other - borrow
            borrow = value < 0 ? 1 : 0
            if value < 0 { value += Int64(base) }
            result[index] = UInt32(value)
        }
        while result.last == 0 { result.removeLast() }
        return result
    }

    private static func product(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        if left.isEmpty || right.isEmpty { return [] }
        var result = [UInt64](repeating: 0, count: left.count + right.count)
        for (place, one) in left.enumerated() {
            var carry: UInt64 = 0
            for (index, other) in right.enumerated() {
                let value = result[place + index] + UInt64(one) * UInt64(other) + carry
                result[place + index] = value % base
                carry = value / base
            }
            result[place + right.count] += carry
        }
        var groups = result.map { UInt32($0) }
        while groups.last == 0 { groups.removeLast() }
        return groups
    }

    private static func divided(_ dividend: [UInt32], by divisor: UInt64) -> (quotient: [UInt32], rest: UInt64) {
        var (quotient, rest) = (dividend, UInt64(0))
        for index in dividend.indices.reversed() {
            let value = rest * base + UInt64(dividend[index])
            (quotient[index], rest) = (UInt32(value / divisor), value % divisor)
        }
        while quotient.last == 0 { quotient.removeLast() }
        return (quotient, rest)
    }

    /// Long division, one group of the quotient at a time: Knuth's Algorithm D.
    private static func divided(
        _ dividend: [UInt32],
        by divisor: [UInt32]
    ) -> (quotient: [UInt32], rest: [UInt32]) {
        if isBelow(dividend, divisor) { return ([], dividend) }
        if divisor.count == 1 {
            let (quotient, rest) = divided(dividend, by: UInt64(divisor[0]))
            return (quotient, rest == 0 ? [] : [UInt32(rest)])
        }
        // Scale the divisor so that its highest group is large. A guess is then at most two too high.
        let scale = base / (UInt64(divisor[divisor.count - 1]) + 1)
        let factor = [UInt32(scale)]
        let small = product(divisor, factor)
        var large = product(dividend, factor)
        large += [UInt32](repeating: 0, count: dividend.count + 1 - large.count)
        let count = small.count
        let (first, second) = (UInt64(small[count - 1]), UInt64(small[count - 2]))
        var quotient = [UInt32](repeating: 0, count: large.count - count)
        for place in quotient.indices.reversed() {
            let top = UInt64(large[place + count]) * base + UInt64(large[place + count - 1])
            var (guess, rest) = top.quotientAndRemainder(dividingBy: first)
            while guess >= base || guess * second > rest * base + UInt64(large[place + count - 2]) {
                (guess, rest) = (guess - 1, rest + first)
                if rest >= base { break }
            }
            if subtract(small, times: guess, from: &large, at: place) {
                guess -= 1
                add(small, to: &large, at: place)
            }
            quotient[place] = UInt32(guess)
        }
        while quotient.last == 0 { quotient.removeLast() }
        var rest = Array(large[..<count])
        while rest.last == 0 { rest.removeLast() }
        return (quotient, divided(rest, by: scale).quotient)
    }

    /// - Returns: whether the guess was too high.
    private static func subtract(
        _ number: [UInt32],
        times factor: UInt64,
        from other: inout [UInt32],
        at place: Int
    ) -> Bool {
        var (carry, borrow) = (UInt64(0), Int64(0))
        for index in 0...number.count {
            let value = (index < number.count ? UInt64(number[index]) * factor : 0) + carry
            carry = value / base
            var rest = Int64(other[place + index]) - Int64(value % base) - borrow
            borrow = rest < 0 ? 1 : 0
            if rest < 0 { rest += Int64(base) }
            other[place + index] = UInt32(rest)
        }
        return borrow == 1
    }

    private static func add(_ number: [UInt32], to other: inout [UInt32], at place: Int) {
        var carry: UInt64 = 0
        for index in 0...number.count {
            let value = UInt64(other[place + index]) + (index < number.count ? UInt64(number[index]) : 0) + carry
            other[place + index] = UInt32(value % base)
            carry = value / base
        }
    }
}
