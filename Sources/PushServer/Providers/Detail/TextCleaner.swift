internal import Shared

/// Makes plain text of a provider's text for a web page. Removes tags and comments, resolves entities, drops
/// characters that move a terminal's cursor or reverse its text, and joins blanks. Paragraphs and line breaks become
/// line feeds.
struct TextCleaner {
    /// About a page of text. Longer text is cut, at a blank if possible.
    static let lengthMax = 8_000
    /// The maximum input. A page's text is a small part of its markup.
    private static let scalarsRead = 100_000

    private var rest: Substring.UnicodeScalarView
    /// Whether `rest` is known to have no `>`.
    private var hasNoMoreTags = false
    private var result = String.UnicodeScalarView()

    /// - Returns: nil if nothing visible is left.
    static func clean(_ told: String, lengthMax: Int = Self.lengthMax) -> String? {
        var cleaner = Self(rest: told.unicodeScalars.prefix(scalarsRead))
        cleaner.run()
        let text = joined(cleaner.result)
        return text.isEmpty ? nil : cut(text, to: lengthMax)
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    private mutating func run() {
        while let scalar = rest.first {
            if scalar == "<", takeTag() { continue }
            rest.removeFirst()
            if scalar == "&" { takeEntity() } else { append(scalar) }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\n", "\r", "\u{2028}", "\u{2029}": result.append("\n")
        case _ where scalar.properties.isWhitespace: result.append(" ")
        // The joiner combines emoji, and is harmless elsewhere.
        case "\u{200D}": result.append(scalar)
        default: if scalar.isVisible { result.append(scalar) }
        }
    }

    // MARK: Tags

    /// Skips `<p class="x">`, `</p>`, `<br/>`, `<!-- … -->`, and a whole script or style element.
    /// - Returns: false if the `<` begins no tag. A tag begins with a letter, `/` or `!`, and has an end.
    private mutating func takeTag() -> Bool {
        let inside = rest.dropFirst()
        guard let first = inside.first, first == "/" || first == "!" || Self.isLetter(first) else { return false }
        if inside.starts(with: "!--".unicodeScalars) { return skip(past: "-->") }
        // Otherwise, a text with many `<` and no `>` would be searched to its end for each `<`.
        if hasNoMoreTags { return false }
        guard let end = inside.firstIndex(of: ">") else {
            hasNoMoreTags = true
            return false
        }
        let name = inside[..<end].drop { $0 == "/" }.prefix(while: Self.isLetter).map { $0.properties.lowercaseMapping }
        rest = inside[inside.index(after: end)...]
        switch name.joined() {
        case "br", "p", "div", "li", "ul", "ol", "tr", "h", "blockquote": result.append("\n")
        case "script" where first != "/": _ = skip(past: "</script>")
        case "style" where first != "/": _ = skip(past: "</style>")
        default: break
        }
        return true
    }

    /// Skips past an end mark. If there is none, skips everything.
    private mutating func skip(past end: String) -> Bool {
        let pattern = Array(end.unicodeScalars)
        while !rest.isEmpty, !rest.starts(with: pattern, by: Self.isSame) { rest.removeFirst() }
        rest = rest.dropFirst(pattern.count)
        return true
    }

    /// Whether a scalar matches one of an end mark. End marks are in lower case; a page may write its tags in upper case.
    private static func isSame(_ scalar: Unicode.Scalar, _ mark: Unicode.Scalar) -> Bool {
        scalar == mark || isLetter(scalar) && scalar.value | 0x20 == mark.value
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    // MARK: Entities

    /// Reads an entity. An ampersand that begins no entity is kept.
    private mutating func takeEntity() {
        let name = rest.prefix(HTMLEntity.lengthMax).prefix { $0 != ";" && $0 != "&" && !$0.properties.isWhitespace }
        guard name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let scalar = HTMLEntity.scalar(String(name))
        else { return result.append("&") }
        rest = rest[rest.index(after: name.endIndex)...]
        append(scalar)
    }

    // MARK: Blanks

    /// Leaves one blank between words, no blank beside a line feed, and at most one empty line.
    private static func joined(_ scalars: String.UnicodeScalarView) -> String {
        let lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: " ").map { String($0) }.joined(separator: " ")
        }
        var kept: [String] = []
        for line in lines where !(line.isEmpty && (kept.last?.isEmpty ?? true)) { kept.append(line) }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }

    private static func cut(_ text: String, to lengthMax: Int) -> String {
        guard text.count > lengthMax else { return text }
        let head = text.prefix(lengthMax - 1)
        let end = head.lastIndex { $0 == " " || $0 == "\n" } ?? head.endIndex
        return head[..<end] + "…"
    }
}

/// The entities that occur in descriptions: numbers, and common names.
/// https://html.spec.whatwg.org/multipage/named-characters.html
enum HTMLEntity {
    /// The longest name here has six characters. A number with leading zeros may have a few more.
    static let lengthMax = 10

    /// - Parameter name: without `&` and `;`.
    static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        if let first = digits.first, first == "x" || first == "X" { return scalar(digits.dropFirst(), radix: 16) }
        return scalar(digits, radix: 10)
    }

    private static func scalar(_ digits: Substring, radix: Int) -> Unicode.Scalar? {
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        return UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init)
    }

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}",
        "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "laquo": "«", "raquo": "»",
        "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
        "copy": "©", "reg": "®", "trade": "™", "deg": "°", "times": "×", "plusmn": "±", "minus": "−", "micro": "µ",
        "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "rarr": "→", "larr": "←",
        "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
        "eacute": "é", "egrave": "è", "agrave": "à", "aacute": "á", "oacute": "ó", "iacute": "í", "uacute": "ú",
        "ntilde": "ñ", "ccedil": "ç",
    ]
}
