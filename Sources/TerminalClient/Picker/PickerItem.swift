/// One of several things to choose from.
struct PickerItem<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value
    let title: String
    /// What is said of it beside its title, in a few words.
    var note = ""
    /// It holds now.
    var isMarked = false
}

/// What can be done with the things themselves while one of them is chosen. Each is done at once.
@MainActor
struct PickerEditing<Value: Hashable & Sendable> {
    /// What one of them is called: `list`.
    let noun: String
    /// - Returns: what was made.
    let create: @MainActor (_ name: String) throws(PickerFault) -> Value
    let rename: @MainActor (Value, _ name: String) throws(PickerFault) -> Void
    let delete: @MainActor (Value) throws(PickerFault) -> Void
    /// - Parameter step: to one place earlier (-1) or later (1).
    let move: @MainActor (Value, _ step: Int) -> Void
}

/// Why nothing was done, as a sentence.
struct PickerFault: Error, Equatable {
    let words: String
}
