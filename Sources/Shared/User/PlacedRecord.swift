/// A record that the user places among others of its kind.
protocol PlacedRecord: Comparable {
    var key: RecordKey { get }
    var orderKey: OrderKey { get set }

    /// - Returns: nil if the record is of another kind, or cannot be read.
    init?(_ record: Record)

    /// The change that moves the record to the place of its order key.
    /// - Parameter creates: whether to create the record if it does not exist.
    func placing(creates: Bool) -> Change
}

/// An order of elements that a mutation is about to change.
struct OrderDraft<Element: PlacedRecord> {
    private(set) var elements: [Element]
    private var updates: [RecordKey: Change] = [:]
    private var order: [RecordKey] = []
    /// The keys of elements that the table does not have yet.
    private var added: Set<RecordKey> = []

    /// - Parameter elements: the elements of the table, in their order.
    init(_ elements: [Element]) { self.elements = elements }

    var mutation: Mutation { Mutation(order.compactMap { updates[$0] }) }

    /// Moves an element to a place among the others.
    /// - Parameter index: from 0 to the number of the others.
    mutating func move(_ key: RecordKey, to index: Int) {
        // An element that is in its place already keeps its key.
        guard let place = elements.firstIndex(where: { $0.key == key }), place != index else { return }
        var element = elements.remove(at: place)
        element.orderKey = self.place(at: min(max(0, index), elements.count))
        enter(element)
    }

    /// The order key for a place. If there is no room, the neighbors get new keys.
    mutating func place(at index: Int) -> OrderKey {
        let placement = OrderKey.placement(at: index, among: elements.map(\.orderKey))
        for (neighbor, key) in placement.neighbors.sorted(by: { $0.key < $1.key }) {
            elements[neighbor].orderKey = key
            update(elements[neighbor])
        }
        return placement.key
    }

    /// Adds an element that the table does not have.
    mutating func insert(_ element: Element) {
        added.insert(element.key)
        enter(element)
    }

    private mutating func enter(_ element: Element) {
        elements.insert(element, at: elements.firstIndex { element < $0 } ?? elements.endIndex)
        update(element)
    }

    private mutating func update(_ element: Element) {
        let change = element.placing(creates: added.contains(element.key))
        if updates.updateValue(change, forKey: element.key) == nil { order.append(element.key) }
    }
}

extension OrderDraft {
    /// The changes that add copies of another table's records after the elements, in the copies' own order. Copies that
    /// come after the elements anyway keep their keys.
    static func changes(appending copies: [Record], to elements: [Element]) -> [Change] {
        var draft = OrderDraft(elements)
        draft.append(copies.compactMap { Element($0) }.sorted())
        var updates = Dictionary(uniqueKeysWithValues: draft.mutation.changes.map { ($0.key, $0) })
        let puts = copies.map { $0.put(with: updates.removeValue(forKey: $0.key)) }
        return puts + updates.values.sorted { $0.key < $1.key }
    }

    private mutating func append(_ new: [Element]) {
        guard let first = new.first, let last = elements.last, first < last else { return }
        for var element in new {
            element.orderKey = place(at: elements.count)
            insert(element)
        }
    }
}

extension Record {
    /// Adds the record. The fields of an update replace its own.
    fileprivate func put(with update: Change?) -> Change {
        guard case .update(let fields, let numbers, _)? = update?.action else { return Change(key, .put(value)) }
        return Change(key, .put(MessageFields.merging(fields, into: value, fields: numbers) ?? value))
    }
}
