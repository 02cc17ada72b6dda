internal import Shared

/// The place of an alert among all that the server holds.
typealias AlertSlot = Int32

/// What a value must come to, from one side.
struct Threshold: Hashable {
    let value: ExactDecimal
    /// Met by what lies at or above it, or at or below it.
    let isRise: Bool
    /// Met only by what lies beyond it.
    let isStrict: Bool

    func isMet(by value: ExactDecimal) -> Bool {
        if value == self.value { return !isStrict }
        return (value > self.value) == isRise
    }
}

/// Alerts in the order in which a rising value, or a falling one, meets their thresholds. The next one that would be met is the last, so
/// that a tick that meets none costs one comparison, and one that meets some takes them from the end.
struct ThresholdList {
    private struct Item {
        let value: ExactDecimal
        let slot: AlertSlot
        let isStrict: Bool
    }

    private let isRise: Bool
    private var items: [Item] = []

    init(isRise: Bool) { self.isRise = isRise }

    var isEmpty: Bool { items.isEmpty }

    mutating func insert(_ slot: AlertSlot, at threshold: Threshold) {
        let item = Item(value: threshold.value, slot: slot, isStrict: threshold.isStrict)
        items.insert(item, at: place(of: item))
    }

    mutating func remove(_ slot: AlertSlot, at threshold: Threshold) {
        let place = place(of: Item(value: threshold.value, slot: slot, isStrict: threshold.isStrict))
        if place < items.count, items[place].slot == slot { items.remove(at: place) }
    }

    /// Adds those that are met.
    func find(metBy value: ExactDecimal, into found: inout [AlertSlot]) {
        for item in items.reversed() {
            let threshold = Threshold(value: item.value, isRise: isRise, isStrict: item.isStrict)
            if !threshold.isMet(by: value) { return }
            found.append(item.slot)
        }
    }

    /// Of the first item that does not come before this one.
    private func place(of item: Item) -> Int {
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if comesBefore(items[middle], item) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether one is met later than the other.
    private func comesBefore(_ one: Item, _ other: Item) -> Bool {
        if one.value != other.value { return (one.value > other.value) == isRise }
        if one.isStrict != other.isStrict { return one.isStrict }
        return one.slot < other.slot
    }
}
