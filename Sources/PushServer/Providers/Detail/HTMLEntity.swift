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
