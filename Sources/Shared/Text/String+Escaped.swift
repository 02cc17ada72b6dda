extension String {
    /// On one line, and without anything that could steer a terminal or turn the text around: such a character stands there
    /// as a Swift literal has it, `\n` or `\u{202e}`.
    ///
    /// Every text from outside (of users, devices, providers and files) goes through here where it reaches a log, a terminal
    /// or the output of a command.
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

extension Unicode.Scalar {
    /// Control characters (C0, DEL, C1), line and paragraph separators, and format characters, among which are all that
    /// change the direction of a text (UAX #9) or are invisible. The two joiners hold emoji and letters together, and do no more.
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
}
