internal import TerminalKit

/// The configuration file that `tickwire config init` writes: all preferences with their defaults and an explanation.
enum ConfigTemplate {
    static var text: String {
        """
        # How tickwire looks and which keys it listens to, in this user's terminals on this machine.
        # Settings that all of your terminals share are on the server; change them in the Settings screen.
        # A line that begins with # says what holds without it.

        \(lines(of: .theme))

        # Themes of your own, by name. A theme takes what it leaves out from the theme that it is based on.
        # Text needs a contrast of 4.5 on its background.
        themes:
        #  mine:
        #    based-on: dark
        \(ThemeColor.allCases.map(color).joined(separator: "\n"))

        \(LocalSetting.all.filter { $0 != .theme }.map(lines).joined(separator: "\n\n"))

        # Keys: names as below, with ctrl-, alt- or shift- before them. Ctrl-C always quits.
        # An action that is given keys here listens to these alone; [] takes its keys away.
        # Actions of the same screen that have no line here give these keys up.
        keys:
        \(Keys().entries.map(table).joined(separator: "\n"))

        """
    }

    private static func lines(of setting: LocalSetting) -> String {
        setting.comment.lines.map { "# \($0)\n" }.joined() + "\(setting.name): \(setting.text(in: LocalSettings()))"
    }

    private static func color(_ color: ThemeColor) -> String {
        let value = Theme.dark[color].look(in: .xterm)?.name ?? ""
        return "#    \(color.name): \"\(value)\"".padded(toColumns: 44) + "# \(color.words)"
    }

    private static func table(_ name: String, _ entries: [KeyEntry]) -> String {
        let lines = entries.map { entry in
            let keys = entry.keys.map { quoted($0.name) }.joined(separator: ", ")
            return "#    \(entry.action): [\(keys)]".padded(toColumns: 44) + "# \(entry.title)"
        }
        return (["#  \(name):"] + lines).joined(separator: "\n")
    }

    /// Letters and words need no quotation marks; punctuation may mean something in YAML.
    private static func quoted(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } && name != "-" ? name : "\"\(name)\""
    }
}
