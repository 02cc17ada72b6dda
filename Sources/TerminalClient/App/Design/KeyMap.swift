internal import TerminalKit

/// The keys of a screen, each with its command and words. One table handles the keys, fills Help and fills the hints at
/// the bottom, so these cannot disagree.
struct KeyMap<Command: Hashable & Sendable>: Sendable {
    struct Binding: Sendable {
        let keys: [Key]
        let command: Command
        /// What happens, in a few words, for Help.
        let title: String
        /// One word for the bottom row, which has room for the most useful keys. The next binding may share the word.
        let hint: String?

        init(_ keys: [Key], _ command: Command, _ title: String, hint: String? = nil) {
            self.keys = keys
            self.command = command
            self.title = title
            self.hint = hint
        }

        func with(keys: [Key]) -> Binding { Binding(keys, command, title, hint: hint) }
    }

    let bindings: [Binding]
    private let commands: [Key: Command]

    init(_ bindings: [Binding]) {
        self.bindings = bindings
        let pairs = bindings.flatMap { binding in binding.keys.map { ($0, binding.command) } }
        // The configuration file checks all bindings together for keys that are bound twice.
        commands = Dictionary(pairs) { first, _ in first }
    }

    func command(for event: InputEvent) -> Command? {
        guard case .key(let key) = event else { return nil }
        return commands[key]
    }

    /// The hints for the bottom row. Two neighbors with the same word become one hint: `[ ] interval`.
    var hints: [KeyHint] { hints(where: { _ in true }) }

    /// The hints for those commands that make sense at the moment.
    func hints(where makesSense: (Command) -> Bool) -> [KeyHint] {
        bindings.reduce(into: []) { hints, binding in
            guard let hint = binding.hint, makesSense(binding.command), let key = binding.keys.first else { return }
            if hints.last?.title == hint {
                hints[hints.count - 1].keys.append(key)
            } else {
                hints.append(KeyHint(key, hint))
            }
        }
    }

    /// The hint for one command, with words that fit the moment.
    func hint(_ command: Command, _ title: String) -> [KeyHint] { key(of: command).map { [KeyHint($0, title)] } ?? [] }

    /// The table without a command that makes no sense at the moment.
    func without(_ command: Command) -> KeyMap { KeyMap(bindings.filter { $0.command != command }) }

    /// The first key of a command, for texts that name it.
    func name(of command: Command) -> String? { key(of: command)?.description }

    private func key(of command: Command) -> Key? { bindings.first { $0.command == command }?.keys.first }

    func help(_ title: String) -> HelpSection {
        let entries = bindings.filter { !$0.keys.isEmpty }.map { binding in
            HelpEntry(keys: binding.keys.map(\.description).joined(separator: " "), title: binding.title)
        }
        return HelpSection(title: title, entries: entries)
    }
}

/// The keys of a screen: the default table, until the user changes it. A table is made when it is first needed, because
/// the first one of each type of command takes a search through all conformances of the program.
@propertyWrapper
struct Rebindable<Command: Hashable & Sendable>: Sendable {
    private var changed: KeyMap<Command>?
    private let standard: @Sendable () -> KeyMap<Command>

    init(wrappedValue: @autoclosure @escaping @Sendable () -> KeyMap<Command>) { standard = wrappedValue }

    var wrappedValue: KeyMap<Command> {
        get { changed ?? standard() }
        set { changed = newValue }
    }
}
