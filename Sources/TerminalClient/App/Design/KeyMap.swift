internal import TerminalKit

/// The keys of a screen, each with its action and words. One table handles the keys, fills Help and fills the hints at
/// the bottom, so these cannot disagree.
struct KeyMap<Action: Hashable & Sendable>: Sendable {
    struct Binding: Sendable {
        let keys: [Key]
        let action: Action
        /// What happens, in a few words, for Help.
        let title: String
        /// One word for the bottom row, which has room for the most useful keys. The next binding may share the word.
        let hint: String?

        init(_ keys: [Key], _ action: Action, _ title: String, hint: String? = nil) {
            self.keys = keys
            self.action = action
            self.title = title
            self.hint = hint
        }

        func with(keys: [Key]) -> Binding { Binding(keys, action, title, hint: hint) }
    }

    let bindings: [Binding]
    private let actions: [Key: Action]

    init(_ bindings: [Binding]) {
        self.bindings = bindings
        let pairs = bindings.flatMap { binding in binding.keys.map { ($0, binding.action) } }
        // The configuration file checks all bindings together for keys that are bound twice.
        actions = Dictionary(pairs) { first, _ in first }
    }

    func action(for event: InputEvent) -> Action? {
        guard case .key(let key) = event else { return nil }
        return actions[key]
    }

    /// The hints for the bottom row. Two neighbors with the same word become one hint: `[ ] interval`.
    var hints: [KeyHint] { hints(where: { _ in true }) }

    /// The hints for those actions that make sense at the moment.
    func hints(where makesSense: (Action) -> Bool) -> [KeyHint] {
        bindings.reduce(into: []) { hints, binding in
            guard let hint = binding.hint, makesSense(binding.action), let key = binding.keys.first else { return }
            if hints.last?.title == hint {
                hints[hints.count - 1].keys.append(key)
            } else {
                hints.append(KeyHint(key, hint))
            }
        }
    }

    /// The hint for one action, with words that fit the moment.
    func hint(_ action: Action, _ title: String) -> [KeyHint] { key(of: action).map { [KeyHint($0, title)] } ?? [] }

    /// The table with those actions that make sense at the moment.
    func only(where makesSense: (Action) -> Bool) -> KeyMap { KeyMap(bindings.filter { makesSense($0.action) }) }
    func without(_ action: Action) -> KeyMap { only { $0 != action } }

    /// The first key of an action, for texts that name it.
    func name(of action: Action) -> String? { key(of: action)?.description }

    private func key(of action: Action) -> Key? { bindings.first { $0.action == action }?.keys.first }

    func help(_ title: String) -> HelpSection {
        let entries = bindings.filter { !$0.keys.isEmpty }.map { binding in
            HelpEntry(keys: binding.keys.map(\.description).joined(separator: " "), title: binding.title)
        }
        return HelpSection(title: title, entries: entries)
    }
}

/// The keys of a screen: the default table, until the user changes it. A table is made when it is first needed, because
/// the first one of each type of action takes a search through all conformances of the program.
@propertyWrapper
struct Rebindable<Action: Hashable & Sendable>: Sendable {
    private var changed: KeyMap<Action>?
    private let standard: @Sendable () -> KeyMap<Action>

    init(wrappedValue: @autoclosure @escaping @Sendable () -> KeyMap<Action>) { standard = wrappedValue }

    var wrappedValue: KeyMap<Action> {
        get { changed ?? standard() }
        set { changed = newValue }
    }
}
