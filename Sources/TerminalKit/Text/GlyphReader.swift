/// Reads text as the glyphs that a buffer would show. Drawing and measuring both use it, so that they agree.
struct GlyphReader: Sequence, IteratorProtocol {
    private let text: String
    private let charset: Charset
    private var index: String.Index

    init(_ text: String, charset: Charset = .unicode) {
        self.text = text
        self.charset = charset
        index = text.startIndex
    }

    mutating func next() -> Glyph? {
        while index < text.endIndex {
            if let glyph = nextCleaned() { return glyph }
        }
        return nil
    }

    /// ASCII and figures are clusters if the same follows (CR LF is not, but both become a space). Everything else takes
    /// the slow path through Swift's grapheme breaking.
    private mutating func nextCleaned() -> Glyph? {
        let byte = text.utf8[index]
        if byte >= 0x20, byte < 0x7F {
            let after = text.utf8.index(after: index)
            if isBoundary(after) {
                index = after
                return Glyph(ascii: byte)
            }
        } else if byte >= 0x80 {
            let scalar = text.unicodeScalars[index]
            let after = text.unicodeScalars.index(after: index)
            if scalar.isFigure, isBoundary(after) {
                index = after
                return charset.glyph(for: scalar, width: 1)
            }
        }
        let character = text[index]
        index = text.index(after: index)
        return Glyph.cleaned(character, charset: charset)
    }

    /// Whether what comes next certainly does not join what is before it.
    private func isBoundary(_ next: String.Index) -> Bool {
        next == text.endIndex || text.utf8[next] < 0x80 || text.unicodeScalars[next].isFigure
    }
}
