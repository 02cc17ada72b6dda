internal import Observation

/// The keys of the screen below.
@MainActor
@Observable
final class HelpViewModel: ScreenModel {
    // MARK: Outputs
    let sections: [HelpSection]
    let keys: KeyMap<HelpCommand>
    let status: StatusViewModel?
    private(set) var offset = 0
    let exits = Exits<Never>()

    init(sections: [HelpSection], keys: KeyMap<HelpCommand> = .help, status: StatusViewModel?) {
        self.sections = sections
        self.keys = keys
        self.status = status
    }

    // MARK: Inputs

    /// - Parameter offsetMax: the last useful scroll position.
    func scrolled(by rows: Int, offsetMax: Int) { offset = max(0, min(offset + rows, offsetMax)) }

    /// Goes one level back: closes a message, or else this screen.
    func closePressed() { if status?.dismissed() != true { exits.take(.closed) } }
}
