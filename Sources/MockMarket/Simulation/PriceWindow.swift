/// What a price was an hour, a day or a week ago, remembered in 24 steps.
struct PriceWindow: Sendable {
    static let steps = 24

    /// A ring: `oldest` is the next to be replaced.
    private var prices: [Int64]
    private var oldest = 0

    /// A past that leads to `price` in random steps.
    /// - Parameter step: how far one step goes, in millionths of the price; most stay well below.
    init(endingAt price: Int64, step: Int64, _ random: inout SeededGenerator) {
        var past: [Int64] = []
        var current = price
        for _ in 0..<Self.steps {
            current = max(1, current - current * step * random.bell() / 1155 / 1_000_000)
            past.append(current)
        }
        prices = past.reversed()
    }

    mutating func roll(to price: Int64) {
        prices[oldest] = price
        oldest = (oldest + 1) % Self.steps
    }

    /// The change since the window's beginning in 10^-8 percent points, as the listing gives it.
    func change(to price: Int64) -> Int64 {
        Int64(clamping: (Int128(price) - Int128(prices[oldest])) * 10_000_000_000 / Int128(prices[oldest]))
    }
}

/// The windows of one coin.
struct PriceHistory: Sendable {
    /// How long one step of each window lasts.
    static let stepMilliseconds: [Int64] = [3_600_000, 86_400_000, 604_800_000].map { $0 / Int64(PriceWindow.steps) }

    private var windows: [PriceWindow]

    /// - Parameter spread: the typical change over a day, in millionths; it grows with the square root of time.
    init(endingAt price: Int64, spread: Int64, _ random: inout SeededGenerator) {
        windows = [spread / 24, spread / 5, spread / 2].map { PriceWindow(endingAt: price, step: $0, &random) }
    }

    mutating func roll(_ window: Int, to price: Int64) { windows[window].roll(to: price) }

    func hour(to price: Int64) -> Int64 { windows[0].change(to: price) }
    func day(to price: Int64) -> Int64 { windows[1].change(to: price) }
    func week(to price: Int64) -> Int64 { windows[2].change(to: price) }
}
