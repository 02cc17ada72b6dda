/// A price for every minute of every year, as a function of the seed. Nothing is stored, so any minute can be computed
/// first.
///
/// Between anchors some weeks apart, the price at each block of eight hours comes from halving the distance (midpoint
/// displacement). A block then has its open, high, low and close. It is divided into parts that add up to exactly
/// these, down to single minutes. So a coarse candle is the exact sum of its minutes without computing them. Blocks of
/// eight hours fit days that begin at 00:00 in UTC and in UTC+8. All arithmetic is on integers, which gives the same
/// results everywhere.
struct PricePath: Sendable {
    static let blockMinutes: Int64 = 480
    private static let anchorBlocks: Int64 = 128

    private let key: UInt64
    /// The price to which the path returns, in ticks.
    private let home: Int64
    /// The typical change over one day, in millionths.
    private let daySpread: Int64
    private let isStable: Bool
    /// The amount that is usually traded in one day.
    private let dayTraded: PriceSpan.Traded

    init(key: UInt64, home: Int64, daySpread: Int64, isStable: Bool, dayTraded: PriceSpan.Traded) {
        (self.key, self.home, self.daySpread) = (key, home, daySpread)
        (self.isStable, self.dayTraded) = (isStable, dayTraded)
    }

    /// Passes all spans of `length` minutes that touch `minutes`, in order.
    /// - Parameter length: 1, 5, 15, 30, 60, 240 or 480; spans begin at whole multiples of it.
    func forEachSpan(ofMinutes length: Int64, in minutes: Range<Int64>, _ take: (Int64, PriceSpan) -> Void) {
        forEachBlock(in: minutes) { node in
            visit(node, until: { $0.length <= length }, in: minutes) { take($0.start, $0.span) }
        }
    }

    /// Everything that happened in `minutes`, as one span; nil if there are none.
    func span(of minutes: Range<Int64>) -> PriceSpan? {
        var whole: PriceSpan?
        forEachBlock(in: minutes) { node in
            let isInside = { (node: Node) in minutes.contains(node.start) && node.end <= minutes.upperBound }
            visit(node, until: isInside, in: minutes) { part in
                if whole == nil { whole = part.span } else { whole?.append(part.span) }
            }
        }
        return whole
    }

    private func visit(_ node: Node, until isLeaf: (Node) -> Bool, in minutes: Range<Int64>, _ take: (Node) -> Void) {
        guard node.start < minutes.upperBound, node.end > minutes.lowerBound else { return }
        if isLeaf(node) { return take(node) }
        let (left, right) = node.halves(key)
        visit(left, until: isLeaf, in: minutes, take)
        visit(right, until: isLeaf, in: minutes, take)
    }

    private func forEachBlock(in minutes: Range<Int64>, _ take: (Node) -> Void) {
        guard !minutes.isEmpty else { return }
        var block = Self.floorDivision(minutes.lowerBound, Self.blockMinutes)
        var open = price(atBlock: block)
        while block * Self.blockMinutes < minutes.upperBound {
            let close = price(atBlock: block + 1)
            take(node(block, from: open, to: close))
            (block, open) = (block + 1, close)
        }
    }

    /// One block: its ends, how far the price went beyond them, and what was traded.
    private func node(_ block: Int64, from open: Int64, to close: Int64) -> Node {
        var random = SeededGenerator(key, block, Self.blockMinutes)
        let reach = isStable ? 3 : max(1, min(home / 6, home * (daySpread * 577 / 1000) / 1_000_000))
        let high = max(open, close) + 1 + random.below(reach)
        let low = max(1, min(open, close) - random.below(reach))
        let share = random.within(500...1500) * 6_148_914_691_236_517  // 2^64 / 3000, a third of a day on the average
        let span = PriceSpan(open: open, high: high, low: low, close: close, traded: dayTraded.scaled(UInt64(share)))
        return Node(start: block * Self.blockMinutes, length: Self.blockMinutes, span: span)
    }

    /// The price at the beginning of a block, found by halving the distance between two anchors.
    private func price(atBlock block: Int64) -> Int64 {
        var low = Self.floorDivision(block, Self.anchorBlocks) * Self.anchorBlocks
        var length = Self.anchorBlocks
        var (from, to) = (anchor(low), anchor(low + length))
        while low < block {
            let middle = displaced(between: from, to, at: low + length / 2, length: length)
            length /= 2
            if low + length <= block { (low, from) = (low + length, middle) } else { to = middle }
        }
        return from
    }

    private func anchor(_ block: Int64) -> Int64 {
        var random = SeededGenerator(key, block, 0)
        let noise = random.bell()
        return isStable
            ? home + noise / 500 : inReach(home + home * noise / 1155 * min(120_000, daySpread * 4) / 1_000_000)
    }

    private func displaced(between from: Int64, _ to: Int64, at block: Int64, length: Int64) -> Int64 {
        var random = SeededGenerator(key, block, length)
        let (middle, noise) = ((from + to) / 2, random.bell())
        if isStable { return middle + noise / 1200 }
        // A bridge over `length` thirds of a day deviates by half of the square root of that in its middle.
        let swing = min(300_000, daySpread * Self.thousandths(ofRootOf: length * 1_000_000 / 12) / 1000)
        return inReach(middle + middle * noise / 1155 * swing / 1_000_000)
    }

    private func inReach(_ price: Int64) -> Int64 { min(max(price, home / 4 + 1), home * 4) }

    /// Exact by IEEE 754, which prescribes every bit of a square root.
    private static func thousandths(ofRootOf square: Int64) -> Int64 { Int64(Double(square).squareRoot()) }

    static func floorDivision(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension PricePath {
    /// A part of a block, and what happened in it.
    private struct Node {
        /// In minutes since 1970.
        let start: Int64
        /// In minutes.
        let length: Int64
        let span: PriceSpan

        var end: Int64 { start + length }

        /// Two parts that together make exactly this block. Blocks are halved down to 15 minutes, which are three times
        /// five.
        func halves(_ key: UInt64) -> (Node, Node) {
            var random = SeededGenerator(key, start, length)
            let leftLength = length == 15 ? 5 : length / 2
            let even = span.open + (span.close - span.open) * leftLength / length
            let range = span.high - span.low
            let middle = min(max(even + range * random.bell() / 1155 / 4, span.low), span.high)
            let bits = random.next()
            // A rise usually has its low first and its high last.
            let rises = span.close >= span.open
            let isHighLeft = rises == (bits & 7 == 0)
            let isLowLeft = rises != (bits >> 3 & 7 == 0)
            let leftTraded = span.traded.scaled(Self.share(leftLength, of: length, bits >> 32))
            let left = part(span.open, middle, isHighLeft, isLowLeft, bits >> 8, leftTraded)
            let rest = span.traded.subtracting(leftTraded)
            let right = part(middle, span.close, !isHighLeft, !isLowLeft, bits >> 20, rest)
            return (
                Node(start: start, length: leftLength, span: left),
                Node(start: start + leftLength, length: length - leftLength, span: right)
            )
        }

        /// The part that has the whole block's high or low gets exactly that. The other part goes a little beyond its
        /// ends. Every part has a range of at least one tick, so that a live price can always move.
        private func part(
            _ open: Int64,
            _ close: Int64,
            _ hasHigh: Bool,
            _ hasLow: Bool,
            _ bits: UInt64,
            _ traded: PriceSpan.Traded
        ) -> PriceSpan {
            let range = span.high - span.low
            let (up, down) = (range * Int64(bits & 63) / 256, range * Int64(bits >> 6 & 63) / 256)
            var high = hasHigh ? span.high : min(span.high, max(open, close) + up)
            var low = hasLow ? span.low : max(span.low, min(open, close) - down)
            if high == low { if high < span.high { high += 1 } else { low -= 1 } }
            return PriceSpan(open: open, high: high, low: low, close: close, traded: traded)
        }

        /// The share by length, up to a third larger or smaller, in 2^-64.
        private static func share(_ part: Int64, of whole: Int64, _ bits: UInt64) -> UInt64 {
            let even = UInt64.max / UInt64(whole) * UInt64(part)
            let third = even / 3
            return third * 2 + (third >> 20) * (bits & 0xFFFFF) / 8 * 7
        }
    }
}
