extension String {
    /// The text without characters that could steer a terminal or imitate other text.
    public var visible: String { kept(\.isVisible) }

    /// Like `visible`, with the joiners that emoji and scripts such as Persian need. For what a user writes and nobody else
    /// reads.
    var visibleWithJoiners: String { kept { $0.isVisible || $0.isJoiner } }

    /// Like `visible`, for a text of several lines.
    var visibleLines: String { kept { $0 == "\n" || $0.isVisible } }

    /// The text without characters that could steer a terminal. Unlike `visible`, it does not depend on the program's
    /// version of Unicode, so that both ends have the same names and the same hash of them.
    var withoutControls: String { kept { !$0.isControl } }

    /// Nil for an empty text, because on the wire an empty text means none. Call it after `visible`, because nothing is
    /// left of a text of control characters.
    var nonEmpty: String? { isEmpty ? nil : self }

    /// Nearly every text is printable ASCII, and is not copied.
    private func kept(_ isKept: (Unicode.Scalar) -> Bool) -> String {
        if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter(isKept)))
    }
}

extension Unicode.Scalar {
    /// Whether it is neither a control character (C0, DEL, C1) nor one that changes the direction or joins its
    /// neighbors. So text from the network cannot steer a terminal or imitate other text.
    public var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// ZERO WIDTH NON-JOINER and ZERO WIDTH JOINER.
    fileprivate var isJoiner: Bool { value == 0x200C || value == 0x200D }

    /// C0, DEL and C1, and the two line separators. They are the same in every version of Unicode.
    public var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
