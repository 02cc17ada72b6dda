internal import Shared

/// The index of an alert among all that the server holds.
typealias AlertSlot = Int32

/// A value that a gauge must reach from one side.
struct Threshold: Hashable {
    let value: ExactDecimal
    /// Whether it is met at or above the value, instead of at or below it.
    let isRise: Bool
    /// Whether only values beyond it meet it.
    let isStrict: Bool

    func isMet(by value: ExactDecimal) -> Bool {
        if value == self.value { return !isStrict }
        return (value > self.value) == isRise
    }
}

extension Threshold {
    /// The same threshold for prices in dollars, with as many decimals as fit.
    /// - Parameter rate: one dollar in the threshold's currency; nil for dollars.
    /// - Returns: nil if the value is too large.
    func inDollars(by rate: Conversion?) -> Threshold? {
        guard let rate else { return self }
        for decimals in stride(from: 18, through: 0, by: -1) {
            guard let dollars = rate.inverse?.converted(value, decimals: decimals) else { continue }
            return Threshold(value: dollars, isRise: isRise, isStrict: isStrict)
        }
        return nil
    }
}

/// Alerts in the order in which a rising or a falling value meets their thresholds. The next one is the last element.
/// So a tick that meets none costs one comparison, and a tick that meets some takes them from the end.
struct ThresholdList {
    /// 16 bytes.
    private struct Item {
        private let packed: PackedDecimal
        let isStrict: Bool
        let slot: AlertSlot

        init(value: ExactDecimal, slot: AlertSlot, isStrict: Bool) {
            (packed, self.slot, self.isStrict) = (PackedDecimal(value), slot, isStrict)
        }

        var value: ExactDecimal { packed.value }
    }

    private let isRise: Bool
    private var items: [Item] = []

    init(isRise: Bool) { self.isRise = isRise }

    var isEmpty: Bool { items.isEmpty }

    /// The value that meets the next threshold; nil if there is none.
    var next: ExactDecimal? { items.last?.value }

    mutating func insert(_ slot: AlertSlot, at threshold: Threshold) {
        let item = Item(value: threshold.value, slot: slot, isStrict: threshold.isStrict)
        items.insert(item, at: place(of: item))
    }

    mutating func remove(_ slot: AlertSlot, at threshold: Threshold) {
        let place = place(of: Item(value: threshold.value, slot: slot, isStrict: threshold.isStrict))
        if place < items.count, items[place].slot == slot { items.remove(at: place) }
    }

    /// Adds the alerts whose threshold is met.
    func find(metBy value: ExactDecimal, into found: inout [AlertSlot]) {
        for item in items.reversed() {
            let threshold = Threshold(value: item.value, isRise: isRise, isStrict: item.isStrict)
            if !threshold.isMet(by: value) { return }
            found.append(item.slot)
        }
    }

    /// The index of the first item that does not come before this one.
    private func place(of item: Item) -> Int { items.partitioningIndex { !comesBefore($0, item) } }

    /// Whether the first item is met later than the other.
    private func comesBefore(_ one: Item, _ other: Item) -> Bool {
        if one.value != other.value { return (one.value > other.value) == isRise }
        if one.isStrict != other.isStrict { return one.isStrict }
        return one.slot < other.slot
    }
}
