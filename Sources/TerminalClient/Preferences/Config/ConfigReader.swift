internal import TerminalKit

/// Reads a configuration file strictly: an unknown word is an error, so that no typing mistake goes unnoticed.
package struct ConfigReader {
    package struct Problem: Error, Equatable {
        package let line: Int?
        package let reason: String
    }

    private var preferences = Preferences()
    /// The value of `theme`, checked at the end, because the theme may be described below it.
    private var theme: ConfigNode?
    /// The line in which each command got its keys.
    private var lines: [String: Int] = [:]

    package static func read(_ text: String) throws(Problem) -> Preferences {
        var reader = ConfigReader()
        guard let root = try ConfigText.read(text) else { return reader.preferences }
        for (key, value) in try reader.pairs(root, "the file", allowsNull: true) { try reader.take(key, value) }
        try reader.chooseTheme()
        try reader.checkConflicts()
        return reader.preferences
    }

    private mutating func take(_ key: ConfigNode, _ value: ConfigNode) throws(Problem) {
        switch try text(key) {
        case "theme": theme = value
        case "themes":
            for (name, colors) in try pairs(value, "themes", allowsNull: true) { try takeTheme(name, colors) }
        case "palette": preferences.local.palette = try choice(value, "palette", MarketPalette.init(rawValue:))
        case "flashes": preferences.local.flashes = try isOn(value)
        case "update-rate": preferences.local.updateRate = try choice(value, "update-rate", UpdateRate.init(rawValue:))
        case "sections": preferences.local.sections = try isOn(value)
        case "icons": preferences.local.icons = try choice(value, "icons", IconStyle.init(rawValue:))
        case "times": preferences.local.times = try choice(value, "times", TimeChoice.init(rawValue:))
        case "chart-scale":
            preferences.local.chart.scale = try choice(value, "chart-scale", ChartScale.init(rawValue:))
        case "chart-parts": preferences.local.chart.parts = try chartParts(value)
        case "blocks": preferences.blocks = try choice(value, "blocks", BlockChoice.init(rawValue:))
        case "color":
            let name = try text(value)
            guard let color = ColorChoice(name) else {
                throw problem(value, "'\(name)' is not a value for color; use \(ColorChoice.names.offered)")
            }
            preferences.color = color
        case "keys": try takeKeys(value)
        case let name:
            throw problem(
                key,
                "there is no setting '\(name)'; use theme, themes, palette, flashes, update-rate, sections, icons, times, chart-scale, chart-parts, blocks, color or keys"
            )
        }
    }

    private mutating func takeKeys(_ node: ConfigNode) throws(Problem) {
        for (table, commands) in try pairs(node, "keys", allowsNull: true) {
            let tableName = try text(table)
            guard Keys.tableNames.contains(tableName) else {
                throw problem(
                    table,
                    "there are no keys for '\(tableName)'; use \(Keys.tableNames.offered)"
                )
            }
            for (command, keys) in try pairs(commands, "keys of \(tableName)", allowsNull: true) {
                try rebind(tableName, command, keys)
            }
        }
    }

    private mutating func rebind(_ table: String, _ command: ConfigNode, _ node: ConfigNode) throws(Problem) {
        let name = try text(command)
        var keys: [Key] = []
        for element in node.items ?? [node] {
            let word = try text(element)
            guard let key = Key(named: word) else {
                throw problem(
                    element,
                    "'\(word)' is not a key; use x, G, ctrl-f, shift-up, space, pgup, f1 and so on"
                )
            }
            if key == Keys.alwaysQuits, name != "quit" {
                throw problem(element, "ctrl-c always quits; use another key")
            }
            if !keys.contains(key) { keys.append(key) }
        }
        guard preferences.keys.rebind(table, name, to: keys) else {
            throw problem(command, "\(table) has no command '\(name)'; 'tickwire config init' writes them all")
        }
        lines["\(table).\(name)"] = command.line
    }

    /// Checks keys once all of the file is read, because two commands may exchange keys.
    private func checkConflicts() throws(Problem) {
        guard let conflict = preferences.keys.conflict else { return }
        let reason = """
            '\(conflict.key.name)' means both \(conflict.first) and \(conflict.second); use another key for one of them
            """
        throw Problem(line: lines[conflict.second] ?? lines[conflict.first], reason: reason)
    }
}

// MARK: Themes
extension ConfigReader {
    /// Reads a theme of the user. What it leaves out is taken from the theme in `based-on`.
    private mutating func takeTheme(_ key: ConfigNode, _ value: ConfigNode) throws(Problem) {
        let name = try text(key)
        guard !preferences.local.themeNames.contains(name) else {
            throw problem(key, "there is already a theme '\(name)'; use another name")
        }
        guard name.isPlainName else {
            throw problem(key, "'\(name)' is not a name for a theme; use letters, digits and -")
        }
        var (base, colors) = (Theme.dark, [(color: ThemeColor, value: RGB, node: ConfigNode)]())
        for (key, value) in try pairs(value, "theme \(name)", allowsNull: true) {
            let word = try text(key)
            if word == "based-on" {
                base = try standardTheme(value)
            } else if let color = ThemeColor.allCases.first(where: { $0.name == word }) {
                colors.append((color, try self.color(value), value))
            } else {
                let names = ThemeColor.allCases.map(\.name).offered
                throw problem(key, "themes have no color '\(word)'; use based-on, \(names)")
            }
        }
        var theme = Theme(name: name, colors: base.colors, badges: base.badges)
        for (color, value, _) in colors { theme.colors[color] = .rgb(value) }
        if let weak = theme.weakPair {
            let line = colors.last { $0.color == weak.ink || $0.color == weak.ground }?.node ?? key
            throw problem(line, "\(name): \(weak)")
        }
        preferences.local.themes.append(theme)
    }

    private func standardTheme(_ node: ConfigNode) throws(Problem) -> Theme {
        let name = try text(node)
        if let theme = Theme.standard.first(where: { $0.name == name }) { return theme }
        throw problem(node, "'\(name)' is not a theme for based-on; use \(Theme.standard.map(\.name).offered)")
    }

    private func color(_ node: ConfigNode) throws(Problem) -> RGB {
        let word = try text(node)
        if let color = RGB(word) { return color }
        // Without quotation marks, YAML takes the text behind # for a comment.
        throw problem(node, "'\(word)' is not a color; write it as in \"#1f2328\", with the quotation marks")
    }

    private mutating func chooseTheme() throws(Problem) {
        guard let theme else { return }
        let name = try text(theme)
        guard preferences.local.themeNames.contains(name) else {
            throw problem(
                theme,
                "there is no theme '\(name)'; use \(preferences.local.themeNames.offered), or describe it under themes"
            )
        }
        preferences.local.theme = name
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
    private func isOn(_ node: ConfigNode) throws(Problem) -> Bool {
        switch try text(node).lowercased() {
        case "on", "true", "yes": return true
        case "off", "false", "no": return false
        case let other: throw problem(node, "'\(other)' is neither on nor off; use one of them")
        }
    }

    private func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ node: ConfigNode,
        _ name: String,
        _ read: (String) -> Value?
    ) throws(Problem) -> Value {
        let word = try text(node)
        if let value = read(word) { return value }
        throw problem(node, "'\(word)' is not a value for \(name); use \(Value.allCases.map(\.rawValue).offered)")
    }

    private func chartParts(_ node: ConfigNode) throws(Problem) -> Set<ChartPart> {
        let words = try text(node)
        if let parts = Set<ChartPart>(configText: words) { return parts }
        throw problem(
            node,
            "'\(words)' is not a value for chart-parts; use none, or \(ChartPart.allCases.map(\.rawValue).offered) with commas between them"
        )
    }

    private func text(_ node: ConfigNode) throws(Problem) -> String {
        if let text = node.text { return text }
        throw problem(node, "a list or a block does not belong here; write a single value")
    }

    private func pairs(
        _ node: ConfigNode,
        _ place: String,
        allowsNull: Bool
    ) throws(Problem) -> [(ConfigNode, ConfigNode)] {
        if case .block(let entries) = node.content { return entries.map { ($0.key, $0.value) } }
        // A heading may stand alone, with everything below it commented out.
        if allowsNull, node.text == "" || node.text == "null" { return [] }
        throw problem(node, "\(place) must be lines of 'name: value'; write them so")
    }

    private func problem(_ node: ConfigNode, _ reason: String) -> Problem { Problem(line: node.line, reason: reason) }
}

extension [String] {
    /// `a, b or c`
    fileprivate var offered: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
    }
}
