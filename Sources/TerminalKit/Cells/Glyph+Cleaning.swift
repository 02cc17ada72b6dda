/// The only gate between text and cells. Text that does not pass here cannot reach the terminal.
extension Glyph {
    /// A longer cluster is not an emoji but an attack on the row above. Only its first scalar is kept.
    private static let clusterLimit = 64

    /// The glyph for a character; `nil` if it must not be shown. Tabs and line ends become a space.
    static func cleaned(_ character: Character, charset: Charset) -> Glyph? {
        if let ascii = character.utf8.first, character.utf8.count == 1 {
            return cleaned(ascii: ascii)
        }
        let scalars = character.unicodeScalars
        if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
            return cleaned(scalar: first, charset: charset)
        }
        if character.isNewline { return .space }
        return cleaned(cluster: scalars.filter { !$0.isForbidden }, charset: charset)
    }

    /// Most text beyond ASCII has single scalars, so they have a path without allocations.
    private static func cleaned(scalar: Unicode.Scalar, charset: Charset) -> Glyph? {
        if scalar.isLineBreak { return .space }
        let width = scalar.columns
        guard width > 0, !scalar.isForbidden, scalar.canStandAlone else { return nil }
        return charset.glyph(for: scalar, width: width)
    }

    private static func cleaned(cluster scalars: [Unicode.Scalar], charset: Charset) -> Glyph? {
        guard let first = scalars.first else { return nil }
        let width = columns(of: scalars)
        guard width > 0, first.canStandAlone else { return nil }
        if charset != .unicode { return charset.glyph(for: first, width: width) }
        var cluster = String(String.UnicodeScalarView(scalars))
        if cluster.utf8.count > clusterLimit { cluster = String(first) }
        return Glyph(cluster: cluster, width: width)
    }

    /// The glyph for one byte of ASCII that stands alone.
    static func cleaned(ascii byte: UInt8) -> Glyph? {
        switch byte {
        case 0x20...0x7E: Glyph(ascii: byte)
        case 0x09...0x0D: .space
        default: nil
        }
    }

    /// A cluster is as wide as its widest scalar; the emoji selector makes any base wide.
    private static func columns(of scalars: [Unicode.Scalar]) -> Int {
        var width = 0
        for scalar in scalars { width = max(width, scalar.columns) }
        let isEmoji = scalars.count > 1 && width > 0 && scalars.contains(where: \.isEmojiSelector)
        return isEmoji ? 2 : width
    }
}

extension Unicode.Scalar {
    /// Line ends outside ASCII: NEL, line separator, paragraph separator.
    fileprivate var isLineBreak: Bool { value == 0x85 || value == 0x2028 || value == 0x2029 }

    /// Joiners, tag letters (invisible copies of ASCII) and marks mean something only after a base. Alone, a terminal
    /// would put them on whatever cell happens to be to the left.
    fileprivate var canStandAlone: Bool {
        if value < 0x300 || (0x2190...0x25FF).contains(value) { return true }
        if value == 0x200D || (0xE0000...0xE007F).contains(value) { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: return true
        }
    }
}
