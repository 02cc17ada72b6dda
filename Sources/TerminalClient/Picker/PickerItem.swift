/// One of several items to choose from.
struct PickerItem<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value
    let title: String
    /// The stored name, with which a rename begins; nil: the title. The title has only those of its characters that are
    /// shown.
    var name: String?
    /// A few words beside the title.
    var note = ""
    /// Whether the item is the present choice.
    var isMarked = false
}

/// How the user can change the items in the picker. Each change takes effect at once.
@MainActor
struct PickerEditing<Value: Hashable & Sendable> {
    /// The word for one of them: `list`.
    let noun: String
    /// - Returns: the new item.
    let create: @MainActor (_ name: String) throws(PickerFault) -> Value
    let rename: @MainActor (Value, _ name: String) throws(PickerFault) -> Void
    let delete: @MainActor (Value) throws(PickerFault) -> Void
    /// - Parameter step: moves the item to one place earlier (-1) or later (1).
    let move: @MainActor (Value, _ step: Int) -> Void
}

/// Values that the user can type besides the items.
@MainActor
struct PickerReading<Value: Hashable & Sendable> {
    /// What can be typed.
    let example: String
    /// The item that a typed text means.
    let read: @MainActor (String) throws(PickerFault) -> PickerItem<Value>
}

/// Why a change or a typed value failed, as a sentence.
struct PickerFault: Error, Equatable {
    let words: String
    /// Whether another terminal has removed the item.
    var isGone = false
}

extension PickerFault {
    init(_ fault: EntryFault, isGone: Bool = false) { self.init(words: fault.description, isGone: isGone) }
}

/// The words in place of items to choose from.
enum PickerAbsence: AbsenceWords {
    case nothing
    /// - Parameter why: what Prices says in place of coins.
    case noCoins(why: Absence)
    /// - Parameter text: what the user has typed.
    case noMatch(_ text: String)

    var lines: [String] {
        switch self {
        case .nothing: ["There is nothing to choose from."]
        case .noCoins(let why): ["There are no coins to choose from."] + why.lines
        case .noMatch(let text): ["Nothing matches \"\(text)\"."]
        }
    }
}
