extension String {
    /// Without what could steer a terminal or pass for something else.
    public var visible: String { kept(\.isVisible) }

    /// As `visible`, of a text that has several lines.
    var visibleLines: String { kept { $0 == "\n" || $0.isVisible } }

    /// Without what could steer a terminal. Unlike `visible` it does not depend on the Unicode that an end was built with, so
    /// that both ends have the same names and the same hash of them.
    var withoutControls: String { kept { !$0.isControl } }

    /// Nil for an empty text: on the wire, an empty text stands for none. Asked after `visible`, because a text of nothing but
    /// controls has nothing left to show.
    var nonEmpty: String? { isEmpty ? nil : self }

    /// Nearly every text has nothing but printable ASCII, and is not copied.
    private func kept(_ isKept: (Unicode.Scalar) -> Bool) -> String {
        if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter(isKept)))
    }
}
