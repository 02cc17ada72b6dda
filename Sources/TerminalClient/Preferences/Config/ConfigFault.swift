internal import Shared
internal import TerminalKit

/// What is wrong with a configuration file, and what to write.
enum ConfigFault: Equatable, Sendable, CustomStringConvertible {
    // MARK: Names and values
    case noSetting(String, offered: String)
    case value(LocalSettingFault)
    case noSingleValue
    /// - Parameter place: what consists of such lines: `themes`.
    case noLines(place: String)
    case givenTwice(String)

    // MARK: Keys
    case noTable(String, offered: String)
    case noAction(String, table: String)
    case noKey(String)
    case alwaysQuits
    case twoMeanings(key: String, first: String, second: String)

    // MARK: Themes
    case themeExists(String)
    case noThemeName(String)
    case noThemeColor(String, offered: String)
    case noBase(String, offered: String)
    case noColor(String)
    case weak(WeakPair, theme: String)

    // MARK: Lines
    case control(Unicode.Scalar)
    case documentEnd
    case noName
    case textAfterValue(String)
    case openList
    case reserved(Unicode.Scalar)
    case tab
    case colonInValue
    case openQuote
    case noEscape(Unicode.Scalar)
    case notBelongingAbove
    case indentedMore

    // MARK: The file
    case exists
    case unreadable(reason: String)
    case unwritable(reason: String)

    var description: String {
        switch self {
        case .noSetting(let name, let offered): "there is no setting '\(name)'; use \(offered)"
        case .value(let fault): fault.description
        case .noSingleValue: "a list or a block does not belong here; write a single value"
        case .noLines(let place): "\(place) must be lines of 'name: value'; write them so"
        case .givenTwice(let name): "\(name) is given more than once; keep one of them"
        case .noTable(let name, let offered): "there are no keys for '\(name)'; use \(offered)"
        case .noAction(let name, let table): "\(table) has no action '\(name)'; 'tickwire config init' writes them all"
        case .noKey(let word): "'\(word)' is not a key; use x, G, ctrl-f, shift-up, space, pgup, f1 and so on"
        case .alwaysQuits: "ctrl-c always quits; use another key"
        case .twoMeanings(let key, let first, let second):
            "'\(key)' means both \(first) and \(second); use another key for one of them"
        case .themeExists(let name): "there is already a theme '\(name)'; use another name"
        case .noThemeName(let name): "'\(name)' is not a name for a theme; use letters, digits and -"
        case .noThemeColor(let word, let offered): "themes have no color '\(word)'; use based-on, \(offered)"
        case .noBase(let name, let offered): "'\(name)' is not a theme for based-on; use \(offered)"
        case .noColor(let word):
            "'\(word)' is not a color; write it as in \"#1f2328\", with the quotation marks"
        case .weak(let pair, let theme): "\(theme): \(pair)"
        case .control(let character): "this line has the character U+\(String(character.value, radix: 16)); remove it"
        case .documentEnd: "this line ends the document; remove it"
        case .noName: "write this line as 'name: value'"
        case .textAfterValue(let rest): "there is text after the value: \(rest.escaped); remove it"
        case .openList: "this list does not end; write it on one line, as in [a, b]"
        case .reserved(let first): "write a value that begins with \(first) in quotation marks, as in \"\(first)\""
        case .tab: "this line has a tab; use spaces"
        case .colonInValue: "a value with ':' needs quotation marks"
        case .openQuote: "a quotation mark is missing at the end; write the value on one line"
        case .noEscape(let character):
            "'\\\(character)' means nothing here; use \\\" and \\\\, or ' instead of \""
        case .notBelongingAbove: "this line does not belong to what stands above it; compare their indentation"
        case .indentedMore:
            "this line is indented more than the one that it continues; give both the same indentation"
        case .exists: "this file exists and was not changed; move it away to get a new one"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .unwritable(let reason): "cannot be written: \(reason)"
        }
    }
}

/// Why a text is not a value of a setting of this machine.
package enum LocalSettingFault: Hashable, Sendable, CustomStringConvertible {
    case noValue(String, of: String, offered: String)
    case neitherOnNorOff(String)
    case noTheme(String, offered: String)
    case noChartParts(String, of: String, offered: String)

    package var description: String {
        switch self {
        case .noValue(let typed, let name, let offered): "'\(typed)' is not a value for \(name); use \(offered)"
        case .neitherOnNorOff(let typed): "'\(typed)' is neither on nor off; use one of them"
        case .noTheme(let typed, let offered):
            "there is no theme '\(typed)'; use \(offered), or describe it under themes"
        case .noChartParts(let typed, let name, let offered):
            "'\(typed)' is not a value for \(name); use none, or \(offered) with commas between them"
        }
    }
}
