internal import Shared
internal import TerminalKit

/// Reads a configuration file strictly: an unknown word is an error, so that no typing mistake goes unnoticed.
package struct ConfigReader {
    package struct PlacedFault: Error, Equatable {
        package let line: Int?
        let fault: ConfigFault
        package var reason: String { fault.description }
    }

    private var preferences = Preferences()
    /// The line in which each action got its keys.
    private var lines: [ActionName: Int] = [:]

    package static func read(_ text: String) throws(PlacedFault) -> Preferences {
        var reader = ConfigReader()
        guard let root = try ConfigText.read(text) else { return reader.preferences }
        let entries = try reader.pairs(root, "the file")
        // A theme may be described below the line that chooses it.
        for (key, value) in entries where key.text == themesName { try reader.take(key, value) }
        for (key, value) in entries where key.text != themesName { try reader.take(key, value) }
        try reader.settleConflicts()
        return reader.preferences
    }

    private static let themesName = "themes"
    private static let keysName = "keys"

    private mutating func take(_ key: ConfigNode, _ value: ConfigNode) throws(PlacedFault) {
        let name = try text(key)
        if let setting = LocalSetting.all.first(where: { $0.name == name }) {
            if let refusal = setting.set(try text(value), in: &preferences.local) {
                throw placed(value, .value(refusal))
            }
        } else if name == Self.themesName {
            for (name, colors) in try pairs(value, name) { try takeTheme(name, colors) }
        } else if name == Self.keysName {
            try takeKeys(value)
        } else {
            let names = LocalSetting.all.map(\.name) + [Self.themesName, Self.keysName]
            throw placed(key, .noSetting(name, offered: names.alternatives))
        }
    }

    private mutating func takeKeys(_ node: ConfigNode) throws(PlacedFault) {
        for (table, actions) in try pairs(node, "keys") {
            let tableName = try text(table)
            guard Keys.tableNames.contains(tableName) else {
                throw placed(table, .noTable(tableName, offered: Keys.tableNames.alternatives))
            }
            for (action, keys) in try pairs(actions, "keys of \(tableName)") {
                try rebind(tableName, action, keys)
            }
        }
    }

    private mutating func rebind(_ table: String, _ action: ConfigNode, _ node: ConfigNode) throws(PlacedFault) {
        let name = try text(action)
        var keys: [Key] = []
        for element in node.items ?? [node] {
            let word = try text(element)
            guard let key = Key(named: word) else { throw placed(element, .noKey(word)) }
            if key == Keys.alwaysQuits, name != "quit" { throw placed(element, .alwaysQuits) }
            if !keys.contains(key) { keys.append(key) }
        }
        guard preferences.keys.rebind(table, name, to: keys) else {
            throw placed(action, .noAction(name, table: table))
        }
        lines[ActionName(table: table, action: name)] = action.line
    }

    /// An action that the file does not name gives way to one that it names. Otherwise a new default key could make a file
    /// unreadable. This comes once all of the file is read, because two actions may exchange keys.
    private mutating func settleConflicts() throws(PlacedFault) {
        while let (key, first, second) = preferences.keys.conflict {
            let defaults = [first, second].filter { lines[$0] == nil }
            guard defaults.count == 1 else {
                let fault = ConfigFault.twoMeanings(key: key.name, first: "\(first)", second: "\(second)")
                throw PlacedFault(line: lines[second] ?? lines[first], fault: fault)
            }
            preferences.keys.unbind(key, from: defaults[0])
        }
    }
}

// MARK: Themes
extension ConfigReader {
    /// Reads a theme of the user. What it leaves out is taken from the theme in `based-on`.
    private mutating func takeTheme(_ key: ConfigNode, _ value: ConfigNode) throws(PlacedFault) {
        let name = try text(key)
        guard !preferences.local.themeNames.contains(name) else {
            throw placed(key, .themeExists(name))
        }
        guard name.isPlainName else { throw placed(key, .noThemeName(name)) }
        var (base, colors) = (Theme.dark, [(color: ThemeColor, value: RGB, node: ConfigNode)]())
        for (key, value) in try pairs(value, "theme \(name)") {
            let word = try text(key)
            if word == "based-on" {
                base = try standardTheme(value)
            } else if let color = ThemeColor.allCases.first(where: { $0.name == word }) {
                colors.append((color, try self.color(value), value))
            } else {
                throw placed(key, .noThemeColor(word, offered: ThemeColor.allCases.map(\.name).alternatives))
            }
        }
        var theme = Theme(name: name, colors: base.colors, badges: base.badges)
        for (color, value, _) in colors { theme.colors[color] = .rgb(value) }
        if let weak = theme.weakPair {
            let line = colors.last { $0.color == weak.ink || $0.color == weak.ground }?.node ?? key
            throw placed(line, .weak(weak, theme: name))
        }
        preferences.local.themes.append(theme)
    }

    private func standardTheme(_ node: ConfigNode) throws(PlacedFault) -> Theme {
        let name = try text(node)
        if let theme = Theme.standard.first(where: { $0.name == name }) { return theme }
        throw placed(node, .noBase(name, offered: Theme.standard.map(\.name).alternatives))
    }

    private func color(_ node: ConfigNode) throws(PlacedFault) -> RGB {
        let word = try text(node)
        if let color = RGB(word) { return color }
        // Without quotation marks, YAML takes the text after # for a comment.
        throw placed(node, .noColor(word))
    }
}

extension String {
    /// Whether the name needs no quotation marks and fits into a row of Settings.
    fileprivate var isPlainName: Bool {
        1...20 ~= count && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } && first != "-"
    }
}

// MARK: Values
extension ConfigReader {
    private func text(_ node: ConfigNode) throws(PlacedFault) -> String {
        if let text = node.text { return text }
        throw placed(node, .noSingleValue)
    }

    private func pairs(
        _ node: ConfigNode,
        _ place: String
    ) throws(PlacedFault) -> [(ConfigNode, ConfigNode)] {
        if case .block(let entries) = node.content { return entries.map { ($0.key, $0.value) } }
        // A heading may stand alone, with everything below it commented out.
        if node.text == "" || node.text == "null" { return [] }
        throw placed(node, .noLines(place: place))
    }

    private func placed(_ node: ConfigNode, _ fault: ConfigFault) -> PlacedFault {
        PlacedFault(line: node.line, fault: fault)
    }
}
