extension String {
    /// The text without characters that could steer a terminal or imitate other text.
    public var visible: String { kept(\.isVisible) }

    /// Like `visible`, for a text of several lines.
    var visibleLines: String { kept { $0 == "\n" || $0.isVisible } }

    /// The text without characters that could steer a terminal. Unlike `visible`, it does not depend on the program's
    /// version of Unicode, so that both ends have the same names and the same hash of them.
    var withoutControls: String { kept { !$0.isControl } }

    /// Nil for an empty text, because on the wire an empty text means none. Call it after `visible`, because a text of
    /// controls has nothing left to show.
    var nonEmpty: String? { isEmpty ? nil : self }

    /// Nearly every text is printable ASCII, and is not copied.
    private func kept(_ isKept: (Unicode.Scalar) -> Bool) -> String {
        if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter(isKept)))
    }
}
