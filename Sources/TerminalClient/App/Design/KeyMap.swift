internal import TerminalKit

/// The keys of a screen, each with the command it stands for and its words. The one table that handles keys, fills
/// Help and fills the hints at the bottom, so that none of them can say what another does not do.
struct KeyMap<Command: Hashable & Sendable>: Sendable {
    struct Binding: Sendable {
        let keys: [Key]
        let command: Command
        /// For Help: what happens, in a few words.
        let title: String
        /// For the bottom row, where there is room for the most useful ones: a word, which may be that of the next binding.
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
        // What the user binds is checked for doubles as a whole, when all of it is there.
        commands = Dictionary(pairs) { first, _ in first }
    }

    func command(for event: InputEvent) -> Command? {
        guard case .key(let key) = event else { return nil }
        return commands[key]
    }

    /// Two that follow each other and have one word go together, and are told together: `[ ] interval`.
    var hints: [KeyHint] {
        bindings.reduce(into: []) { hints, binding in
            guard let hint = binding.hint, let key = binding.keys.first else { return }
            if hints.last?.title == hint {
                hints[hints.count - 1].keys.append(key)
            } else {
                hints.append(KeyHint(key, hint))
            }
        }
    }

    /// The hint for one command, in words that fit the moment.
    func hint(_ command: Command, _ title: String) -> [KeyHint] { key(of: command).map { [KeyHint($0, title)] } ?? [] }

    /// The table for where a command makes no sense.
    func without(_ command: Command) -> KeyMap { KeyMap(bindings.filter { $0.command != command }) }

    /// The first of a command's keys, for words that name it.
    func name(of command: Command) -> String? { key(of: command)?.description }

    private func key(of command: Command) -> Key? { bindings.first { $0.command == command }?.keys.first }

    func help(_ title: String) -> HelpSection {
        let entries = bindings.filter { !$0.keys.isEmpty }.map { binding in
            HelpEntry(keys: binding.keys.map(\.description).joined(separator: " "), title: binding.title)
        }
        return HelpSection(title: title, entries: entries)
    }
}
