internal import TerminalKit

/// The view of a screen that has keys, and a help page that lists them.
@MainActor
protocol ScreenView: View {
    associatedtype Model: ScreenModel

    var viewModel: Model { get }
    var keys: Keys { get }
    /// The keys that work as on every screen. A screen leaves out the actions that it must not offer.
    var screenKeys: KeyMap<ScreenAction> { get }
    var help: [HelpSection] { get }
    /// The keys of what the user types into, or moves; nil while the screen's own keys work.
    var entryKeys: EntryKeys? { get }
    /// The status line of the screen and of its help page; nil on screens without a connection.
    var helpStatus: StatusViewModel? { get }
}

extension ScreenView {
    var screenKeys: KeyMap<ScreenAction> { keys.screen.basic }
    var entryKeys: EntryKeys? { nil }
    var helpStatus: StatusViewModel? { nil }

    /// What the help page shows. While the user types, the screen's own keys do nothing, so the page leaves them out.
    var helpPage: [HelpSection] { entryKeys.map { [withScreenKeys($0.help)] } ?? help }

    /// Handles an event for which the screen has no key of its own.
    func handleOnScreen(_ event: InputEvent) -> Bool {
        guard let action = screenKeys.action(for: event) else { return false }
        viewModel.perform(action)
        return true
    }

    /// The screen's own keys, and then those of all screens.
    func helpSection<Action>(_ title: String, _ own: KeyMap<Action>) -> HelpSection {
        withScreenKeys(own.help(title))
    }

    private func withScreenKeys(_ own: HelpSection) -> HelpSection {
        HelpSection(title: own.title, entries: own.entries + screenKeys.help(own.title).entries)
    }
}

/// The keys of what the user types into, or moves, on a screen that has other keys, too.
struct EntryKeys {
    let help: HelpSection
    let hints: [KeyHint]

    init<Action>(_ title: String, _ keys: KeyMap<Action>) { (help, hints) = (keys.help(title), keys.hints) }
}

/// The view of a screen that is a tab or lies over the tabs.
@MainActor
protocol TabsScreenView: ScreenView where Model: TabsScreenModel {
    /// Whether letters type, or move something. Then only the other keys work as on every screen.
    var isTyping: Bool { get }
}

extension TabsScreenView {
    var keys: Keys { viewModel.keys }
    var helpStatus: StatusViewModel? { viewModel.tabs.status }
    var isTyping: Bool { entryKeys != nil }

    var screenKeys: KeyMap<ScreenAction> {
        let all = isTyping ? keys.screen.whileTyping : keys.screen
        return viewModel.link == nil ? all.without(.copyLink) : all
    }

    func prepare(for size: Size) { viewModel.tabs.status.refresh() }

    /// The hints in the order of every screen: the way back, the screen's own keys, then help and the way out. In a
    /// narrow terminal, the ends stay, and of the own keys those on the left.
    /// - Parameter back: what the way back does.
    func screenHints(around own: [KeyHint], back: String = "back") -> [KeyHint] {
        let others = screenKeys.hints { $0 != .back && ($0 != .refresh || viewModel.canRetry) }
        return screenKeys.hint(.back, back) + own + others
    }

    /// Draws the status line and the hints.
    /// - Parameter seen: the key that closes a message where the usual one does not.
    func drawFooter(_ hints: [KeyHint], seen: String? = nil, into buffer: inout Buffer, in frame: Frame) {
        // A question takes precedence over a message.
        let usual = viewModel.question == nil ? screenKeys.name(of: .back) : nil
        let keys = StatusKeys(seen: seen ?? usual, retry: screenKeys.name(of: .refresh))
        FooterView(status: viewModel.tabs.status, keys: keys, hints: hints).draw(into: &buffer, in: frame)
    }
}
