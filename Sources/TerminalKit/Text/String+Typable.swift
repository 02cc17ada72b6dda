/// Text that comes from elsewhere, as a paste does.
extension String {
    /// The part of a text that can be typed into a field. Line ends between words become one space. Other line ends,
    /// escape sequences and characters that cannot be shown are left out.
    package var typable: String {
        withoutEscapeSequences.split(whereSeparator: \.isNewline).joined(separator: " ")
            .filter { Glyph.cleaned($0, charset: .unicode) != nil }
    }

    private var withoutEscapeSequences: String {
        var kept = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" { rest = rest.afterEscapeSequence } else { kept.append(scalar) }
        }
        return String(kept)
    }
}

extension Substring.UnicodeScalarView {
    /// What follows an escape sequence whose ESC is gone. Of one that has no end, only its beginning goes.
    fileprivate var afterEscapeSequence: Self {
        switch first {
        // A control sequence: parameters and one more character, as in `[31m`.
        case "["?: dropFirst().drop { 0x20...0x3F ~= $0.value }.withoutFirst(in: 0x40...0x7E)
        // A string, such as the address of a link. It ends with BEL, or where the next sequence begins.
        case "]"?, "P"?, "X"?, "^"?, "_"?: dropFirst().afterString
        default: drop { 0x20...0x2F ~= $0.value }.withoutFirst(in: 0x30...0x7E)
        }
    }

    private var afterString: Self {
        guard let end = firstIndex(where: { $0 == "\u{7}" || $0 == "\u{1B}" }) else { return self }
        return self[end...].withoutFirst(in: 0x07...0x07)
    }

    private func withoutFirst(in range: ClosedRange<UInt32>) -> Self {
        first.map { range ~= $0.value } == true ? dropFirst() : self
    }
}
