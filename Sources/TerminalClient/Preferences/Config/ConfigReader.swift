internal import TerminalKit
internal import Yams

/// Reads the text of a configuration file, strictly: what is not known is an error, so that no typing mistake goes unseen.
package struct ConfigReader {
    package struct Problem: Error, Equatable {
        package let line: Int?
        package let reason: String
    }

    private var preferences = Preferences()
    /// Where each command was given its keys.
    private var lines: [String: Int] = [:]

    package static func read(_ text: String) throws(Problem) -> Preferences {
        var reader = ConfigReader()
        guard let root = try compose(text) else { return reader.preferences }
        for (key, value) in try reader.pairs(root, "the file", allowsNull: true) { try reader.take(key, value) }
        try reader.checkConflicts()
        return reader.preferences
    }

    private mutating func take(_ key: Node, _ value: Node) throws(Problem) {
        switch try text(key) {
        case "palette": preferences.local.palette = try choice(value, "palette", MarketPalette.init(rawValue:))
        case "flashes": preferences.local.flashes = try isOn(value)
        case "update-rate": preferences.local.updateRate = try choice(value, "update-rate", UpdateRate.init(rawValue:))
        case "sections": preferences.local.sections = try isOn(value)
        case "icons": preferences.local.icons = try choice(value, "icons", IconStyle.init(rawValue:))
        case "times": preferences.local.times = try choice(value, "times", TimeChoice.init(rawValue:))
        case "blocks": preferences.blocks = try choice(value, "blocks", BlockChoice.init(rawValue:))
        case "color":
            let name = try text(value)
            guard let color = ColorChoice(name) else {
                throw problem(value, "'\(name)' is no value for color; use \(ColorChoice.names.listed)")
            }
            preferences.color = color
        case "keys": try takeKeys(value)
        case let name:
            throw problem(
                key,
                "there is no '\(name)'; there are palette, flashes, update-rate, sections, icons, times, blocks, color and keys"
            )
        }
    }

    private mutating func takeKeys(_ node: Node) throws(Problem) {
        for (table, commands) in try pairs(node, "keys", allowsNull: true) {
            let tableName = try text(table)
            guard Keys.tableNames.contains(tableName) else {
                throw problem(
                    table,
                    "there are no keys of '\(tableName)'; there are those of \(Keys.tableNames.listed)"
                )
            }
            for (command, keys) in try pairs(commands, "keys of \(tableName)", allowsNull: true) {
                try rebind(tableName, command, keys)
            }
        }
    }

    private mutating func rebind(_ table: String, _ command: Node, _ node: Node) throws(Problem) {
        let name = try text(command)
        var keys: [Key] = []
        for element in node.sequence.map(Array.init) ?? [node] {
            let word = try text(element)
            guard let key = Key(named: word) else {
                throw problem(
                    element,
                    "'\(word)' is no key; keys are x, G, ctrl-f, shift-up, space, pgup, f1 and so on"
                )
            }
            if key == Keys.alwaysQuits, name != "quit" { throw problem(element, "ctrl-c always quits") }
            if !keys.contains(key) { keys.append(key) }
        }
        guard preferences.keys.rebind(table, name, to: keys) else {
            throw problem(command, "\(table) has no command '\(name)'; 'tickwire config init' writes them all")
        }
        lines["\(table).\(name)"] = command.mark?.line
    }

    /// Once all of it is read: two commands may well change keys with one another.
    private func checkConflicts() throws(Problem) {
        guard let conflict = preferences.keys.conflict else { return }
        let reason = "'\(conflict.key.name)' means both \(conflict.first) and \(conflict.second)"
        throw Problem(line: lines[conflict.second] ?? lines[conflict.first], reason: reason)
    }
}

// MARK: Values
extension ConfigReader {
    private func isOn(_ node: Node) throws(Problem) -> Bool {
        switch try text(node).lowercased() {
        case "on", "true", "yes": return true
        case "off", "false", "no": return false
        case let other: throw problem(node, "'\(other)' is neither on nor off")
        }
    }

    private func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ node: Node,
        _ name: String,
        _ read: (String) -> Value?
    ) throws(Problem) -> Value {
        let word = try text(node)
        if let value = read(word) { return value }
        throw problem(node, "'\(word)' is no value for \(name); use \(Value.allCases.map(\.rawValue).listed)")
    }

    /// As it is written: YAML's own idea of what `on`, `y` or `1` mean is not wanted here.
    private func text(_ node: Node) throws(Problem) -> String {
        guard let scalar = node.scalar else { throw problem(node, "a single value is wanted here") }
        return scalar.string
    }

    private func pairs(_ node: Node, _ place: String, allowsNull: Bool) throws(Problem) -> [(Node, Node)] {
        if let mapping = node.mapping { return mapping.map { ($0.key, $0.value) } }
        // A heading with everything below it commented out.
        if allowsNull, let scalar = node.scalar, scalar.string.isEmpty || scalar.string == "null" { return [] }
        throw problem(node, "\(place) must be lines of 'name: value'")
    }

    private func problem(_ node: Node, _ reason: String) -> Problem { Problem(line: node.mark?.line, reason: reason) }

    private static func compose(_ text: String) throws(Problem) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw Problem(error, in: text)
        } catch {
            throw Problem(line: nil, reason: "\(error)")
        }
    }
}

extension ConfigReader.Problem {
    fileprivate init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(line: mark.line, reason: "this is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            // The mark is that of the whole block; the last of the doubles is the one that is too many.
            let last = text.lines.lastIndex { line in
                duplicates.contains { line.drop { $0 == " " }.hasPrefix($0 + ":") }
            }
            let line = last.map { $0 + 1 } ?? context.mark.line
            self.init(line: line, reason: "\(duplicates.sorted().listed) more than once")
        default: self.init(line: nil, reason: "this is not YAML: \(error)")
        }
    }
}

extension [String] {
    /// `a, b and c`
    fileprivate var listed: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
