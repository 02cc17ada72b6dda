@testable import TerminalClient

/// What is wrong with a `config.yaml`, found by reading one.
enum ConfigMistake {
    /// One text for each case.
    private static let samples = [
        "colours: on", "palette: pink", "color: pink", "chart-parts: pie", "flashes: maybe", "theme: solar",
        "flashes: [on]", "keys: none", "theme: dark\ntheme: light", "keys:\n  menu:", "keys:\n  list:\n    fly: x",
        "keys:\n  list:\n    up: hyper-x", "keys:\n  list:\n    up: ctrl-c", "keys:\n  list:\n    up: x\n    down: x",
        "themes:\n  dark:", "themes:\n  my theme:", "themes:\n  mine:\n    frame: red",
        "themes:\n  mine:\n    based-on: solar", "themes:\n  mine:\n    page: red",
        "themes:\n  mine:\n    text: \"#777777\"\n    page: \"#888888\"", "theme: dark\u{7}", "---\ntheme: dark\n---",
        "theme", "theme: \"dark\" light", "theme: [", "theme: @dark", "theme: da\trk", "theme: dark: light",
        "theme: \"dark",
        "theme: \"\\d\"", "  theme: dark\nflashes: on", "theme: dark\n  flashes: on",
    ]

    private static let ofFile: [ConfigFault] = [
        .exists, .unreadable(reason: "Permission denied"), .unwritable(reason: "Permission denied"),
    ]

    static let all = samples.map { message(of: $0) } + ofFile.map { message($0, inLine: nil) }

    private static func message(of text: String) -> Message {
        do throws(ConfigReader.PlacedFault) {
            _ = try ConfigReader.read(text)
            return Message("NO MISTAKE in \(text)", "")
        } catch {
            return message(error.fault, inLine: error.line)
        }
    }

    private static func message(_ fault: ConfigFault, inLine line: Int?) -> Message {
        Message("\(ConfigError(path: "~/.config/tickwire/config.yaml", line: line, fault: fault))", fault.meaning)
    }
}

extension ConfigFault {
    fileprivate var meaning: Meaning {
        switch self {
        case .noSetting: Meaning("A name that does not exist.", "Use one of those listed.")
        case .value(let fault): fault.meaning
        case .noSingleValue: Meaning("A list where one value belongs.", "Write one value.")
        case .noLines: Meaning("A value where lines belong.", "Write `name: value`, indented, below it.")
        case .givenTwice: Meaning("A name that is given twice.", "Remove one.")
        case .noTable: Meaning("A table of keys that does not exist.", "Use one of those listed.")
        case .noAction: Meaning("An action that does not exist.", "docs/KEYS.md lists them all.")
        case .noKey: Meaning("A key that does not exist.", "Write it as the message does.")
        case .alwaysQuits: Meaning("Ctrl-C was given to another action.", "Choose another key.")
        case .twoMeanings: Meaning("The file gives one key to two actions.", "Give one of them another key.")
        case .themeExists: Meaning("A theme of your own that has the name of another one.", "Choose another name.")
        case .noThemeName: Meaning("A name with other characters.", "Choose another name.")
        case .noThemeColor: Meaning("A color of themes that does not exist.", "Use one of those listed.")
        case .noBase: Meaning("A theme that does not exist.", "Use one of those listed.")
        case .noColor: Meaning("A color that is not `#` and six digits.", "Write it as the message does.")
        case .weak:
            Meaning(
                "Two colors that are too similar to be read.",
                "Use the color that the message names, or another one."
            )
        case .control: Meaning("A character that no text has.", "Remove it.")
        case .documentEnd: Meaning("A mark that ends a YAML document.", "Remove it.")
        case .noName: Meaning("A line that is no setting.", "Write it as the message does.")
        case .textAfterValue: Meaning("Something follows a value in quotation marks or a list.", "Remove it.")
        case .openList: Meaning("A list that does not end in its line.", "Write it on one line.")
        case .reserved, .colonInValue:
            Meaning("A character that has a meaning in YAML.", "Put the value in quotation marks.")
        case .tab: Meaning("A tab in a value.", "Write spaces.")
        case .openQuote: Meaning("A value whose closing quotation mark is missing.", "Write it.")
        case .noEscape: Meaning("A backslash in quotation marks.", "Write it as the message does.")
        case .notBelongingAbove, .indentedMore:
            Meaning("A line that is indented differently from its neighbors.", "Indent it as they are.")
        case .exists:
            Meaning(
                "`tickwire config init`, where a file already has more than settings, such as comments or keys.",
                "Move it away, or edit it."
            )
        case .unreadable, .unwritable:
            Meaning("The file or its folder cannot be read or written.", "Fix its owner or mode.")
        }
    }
}

extension LocalSettingFault {
    fileprivate var meaning: Meaning {
        switch self {
        case .noValue: Meaning("A value that does not exist.", "Use one of those listed.")
        case .neitherOnNorOff: Meaning("A switch that is neither on nor off.", "Write `on` or `off`.")
        case .noTheme: Meaning("A theme that does not exist.", "Choose or describe one.")
        case .noChartParts: Meaning("A part of charts that does not exist.", "Use those listed.")
        }
    }
}
