internal import TerminalKit

/// Lets the user choose one of several things from a list that lies over a screen.
struct PickerCoordinator<Value: Hashable & Sendable>: Coordinator {
    let picker: PickerViewModel<Value>
    /// What the list lies over.
    let background: any ScreenView
    /// What a choice does where the list stays for another one; nil: it ends with the first.
    var marks: (@MainActor (Value) -> Void)?
    let screen: any Screen

    /// - Returns: nil where the user chose nothing.
    func start() async throws(Quit) -> Value? {
        let view = PickerView(viewModel: picker, background: background)
        return try await screen.present(view, of: picker) { (value) async throws(Quit) -> Followed<Value> in
            guard let marks else { return .ended(value) }
            marks(value)
            return .stayed
        }
    }
}
