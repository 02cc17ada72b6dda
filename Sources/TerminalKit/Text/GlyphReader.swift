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

    /// An ASCII byte that is followed by another is a cluster (CR LF is not, but both become a space). Everything else
    /// takes the slow path through Swift's grapheme breaking.
    private mutating func nextCleaned() -> Glyph? {
        let bytes = text.utf8
        let byte = bytes[index]
        let after = bytes.index(after: index)
        if byte >= 0x20, byte < 0x7F, after == bytes.endIndex || bytes[after] < 0x80 {
            index = after
            return Glyph(ascii: byte)
        }
        let character = text[index]
        index = text.index(after: index)
        return Glyph.cleaned(character, charset: charset)
    }
}
