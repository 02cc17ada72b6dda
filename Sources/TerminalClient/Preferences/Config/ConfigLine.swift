internal import Shared

/// A line of the configuration file without its indentation and comment.
struct ConfigLine {
    typealias PlacedFault = ConfigReader.PlacedFault

    let number: Int
    /// How many spaces stand before it.
    let indentation: Int
    /// YAML has code points and not characters: a `#` with an accent still begins a comment.
    private var rest: Substring.UnicodeScalarView

    /// - Returns: nil if nothing is written there.
    init?(_ text: Substring, number: Int) throws(PlacedFault) {
        self.number = number
        rest = text.unicodeScalars
        indentation = rest.prefix { $0 == " " }.count
        rest = rest.dropFirst(indentation)
        if let control = rest.first(where: { $0.isControl && $0 != "\t" || Self.forbidden.contains($0) }) {
            throw placed(.control(control))
        }
        if indentation == 0, rest.starts(with: "---".unicodeScalars) || rest.starts(with: "...".unicodeScalars) {
            throw placed(.documentEnd)
        }
        guard let first = rest.first, first != "#" else { return nil }
    }

    /// A byte-order mark, and characters that no text has.
    private static let forbidden: Set<Unicode.Scalar> = ["\u{FEFF}", "\u{FFFE}", "\u{FFFF}"]

    /// Whether only a comment is left.
    var isAtEnd: Bool { rest.isEmpty }

    func placed(_ fault: ConfigFault) -> PlacedFault { PlacedFault(line: number, fault: fault) }

    // MARK: Items and keys

    /// Takes the `- ` of an item of a list.
    mutating func takeDash() -> Bool {
        guard rest.first == "-", rest.dropFirst().first ?? " " == " " else { return false }
        rest = rest.dropFirst()
        skipSpaces()
        return true
    }

    /// Takes `name:`.
    mutating func takeKey() throws(PlacedFault) -> ConfigNode {
        let key = try takeText(endingAt: .colon)
        skipSpaces()
        guard rest.first == ":", rest.dropFirst().first ?? " " == " " else {
            throw placed(.noName)
        }
        rest = rest.dropFirst()
        skipSpaces()
        return key
    }

    // MARK: Values

    /// Takes the value that is the rest of the line: a text, or a list in brackets.
    mutating func takeValue() throws(PlacedFault) -> ConfigNode {
        let value = try rest.first == "[" ? takeList() : takeText(endingAt: .line)
        skipSpaces()
        guard isAtEnd else { throw placed(.textAfterValue(String(rest))) }
        return value
    }

    private mutating func takeList() throws(PlacedFault) -> ConfigNode {
        var items: [ConfigNode] = []
        rest = rest.dropFirst()
        skipSpaces()
        while rest.first != "]" {
            items.append(try takeText(endingAt: .item))
            skipSpaces()
            if rest.first == "," {
                rest = rest.dropFirst()
                skipSpaces()
            } else if rest.first != "]" {
                throw placed(.openList)
            }
        }
        rest = rest.dropFirst()
        return ConfigNode(content: .list(items), line: number)
    }

    private enum End {
        case colon, item, line
    }

    private mutating func takeText(endingAt end: End) throws(PlacedFault) -> ConfigNode {
        let text =
            switch rest.first {
            case "\"": try takeQuoted()
            case "'": try takeLiteral()
            default: try takePlain(endingAt: end)
            }
        return ConfigNode(content: .text(text), line: number)
    }

    /// Characters that mean something else in YAML at the start of a value.
    private static let reserved: Set<Unicode.Scalar> = [
        "[", "]", "{", "}", ",", "&", "*", "!", "|", ">", "%", "@", "`", "#",
    ]

    private static let brackets: Set<Unicode.Scalar> = [",", "[", "]", "{", "}"]

    private mutating func takePlain(endingAt end: End) throws(PlacedFault) -> String {
        guard let first = rest.first else { return "" }
        let isLone = rest.dropFirst().first ?? " " == " "
        let isMark = first == "-" && isLone || (first == "?" || first == ":") && (isLone || end == .item)
        if isMark || Self.reserved.contains(first) {
            throw placed(.reserved(first))
        }
        var index = rest.startIndex
        while index < rest.endIndex {
            // YAML allows tabs in some places and not in others.
            if rest[index] == "\t" { throw placed(.tab) }
            let next = rest.index(after: index)
            let isLast = next == rest.endIndex || rest[next] == " "
            if rest[index] == ":", isLast || end == .item {
                if end == .colon { break }
                throw placed(.colonInValue)
            }
            if end == .item, Self.brackets.contains(rest[index]) { break }
            if rest[index] == " ", next < rest.endIndex, rest[next] == "#" { break }
            index = next
        }
        let text = rest[..<index]
        rest = rest[index...]
        return String(text.prefix(upTo: text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex))
    }

    /// `'it''s'`
    private mutating func takeLiteral() throws(PlacedFault) -> String {
        var text = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if character != "'" {
                text.append(character)
            } else if rest.first == "'" {
                rest = rest.dropFirst()
                text.append("'")
            } else {
                return String(text)
            }
        }
        throw placed(.openQuote)
    }

    /// `"\""`
    private mutating func takeQuoted() throws(PlacedFault) -> String {
        var text = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if character == "\"" { return String(text) }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            guard escaped == "\"" || escaped == "\\" || escaped == "/" else {
                throw placed(.noEscape(escaped))
            }
            text.append(escaped)
        }
        throw placed(.openQuote)
    }

    /// Skips spaces, and the comment after them.
    private mutating func skipSpaces() {
        let text = rest.drop { $0 == " " }
        let isComment = text.first == "#" && text.startIndex != rest.startIndex
        rest = isComment ? text[text.endIndex...] : text
    }
}
