/// One of several items to choose from.
struct PickerItem<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value
    let title: String
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

/// Why a change failed, as a sentence.
struct PickerFault: Error, Equatable {
    let words: String
    /// Whether another terminal has removed the item.
    var isGone = false
}
