internal import TerminalKit

/// Lets the user choose one of several items from a list that lies over a screen.
struct PickerCoordinator<Value: Hashable & Sendable>: Coordinator {
    let picker: PickerViewModel<Value>
    /// The screen below the list.
    let background: any ScreenView
    /// Is called for each choice of a list that stays open; nil if the list closes with the first choice.
    var marks: (@MainActor (Value) -> Void)?
    let screen: any Screen

    /// - Returns: nil if the user chose nothing.
    func start() async throws(Quit) -> Value? {
        let view = PickerView(viewModel: picker, background: background)
        return try await screen.present(view, of: picker) { (value) async throws(Quit) -> Followed<Value> in
            guard let marks else { return .ended(value) }
            marks(value)
            return .stayed
        }
    }
}
