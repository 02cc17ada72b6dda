extension String {
    /// The text on one line, without anything that could steer a terminal or reverse the text. Such a character is
    /// written as `\n`, `\r`, `\t`, or like U+202E as `\u{202e}`.
    ///
    /// This is for people: a backslash stays as it is, so the text cannot be read back. Text from outside (of users,
    /// devices, providers and files) is escaped where it reaches a log, an error on a terminal, or what a command
    /// prints for people. Elsewhere other rules hold: JSON has its own escapes (`escapedInJSON`), and the screen drops
    /// what is not `visible`.
    public var escaped: String {
        if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.mustBeEscaped {
                result.append(contentsOf: scalar.escape.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension String {
    /// The same JSON without characters that could steer a terminal. JSON itself allows most of them in texts (RFC
    /// 8259, section 7).
    /// - Precondition: it is JSON, so that everything outside of texts is ASCII.
    public var escapedInJSON: String {
        if utf8.allSatisfy({ $0 < 0x7F }) { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.value >= 0x7F, scalar.mustBeEscaped {
                result.append(contentsOf: scalar.escapeInJSON.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Control characters (C0, DEL, C1), line and paragraph separators, and format characters. The last include all
    /// that are invisible or change the direction of a text (UAX #9). The two joiners are allowed, because they only
    /// join emoji and letters.
    fileprivate var mustBeEscaped: Bool {
        if self == "\u{200C}" || self == "\u{200D}" { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var escape: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16))}"
        }
    }

    /// `\u202e`, or a surrogate pair for a character beyond the basic plane.
    fileprivate var escapeInJSON: String {
        UTF16.encode(self)?.map { "\\u" + $0.hexadecimal }.joined() ?? ""
    }
}
