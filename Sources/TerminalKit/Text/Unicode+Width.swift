extension Unicode.Scalar {
    /// The columns of this scalar in Unicode's tables: 0 for marks, 2 for East Asian wide characters and emoji,
    /// otherwise 1.
    var columns: Int {
        // Most characters on a screen.
        if value < 0x300 || isFigure { return 1 }
        if isZeroWidth { return 0 }
        return isWide ? 2 : 1
    }

    /// What lines, bars and charts are drawn with: boxes, blocks, geometric shapes and Braille. Each has one column, and
    /// none joins with another one or with ASCII.
    var isFigure: Bool { (0x2500...0x25FC).contains(value) || (0x2800...0x28FF).contains(value) }

    /// Marks that join the character before them, and the vowels and finals of a Hangul syllable.
    private var isZeroWidth: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
        }
    }

    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        if properties.isEmojiPresentation { return true }
        return isWideSinceLately || Self.wideRanges.contains { $0.contains(value) }
    }

    /// Wide since Unicode 16: trigrams, hexagrams, counting rods and the like, which many terminals still show as
    /// narrow.
    var isWideSinceLately: Bool { Self.lateRanges.contains { $0.contains(value) } }

    private static let lateRanges: [ClosedRange<UInt32>] = [
        0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D356, 0x1D360...0x1D376,
    ]

    /// The rest of East_Asian_Width W and F (Unicode 16), merged over unassigned gaps. Emoji come from the property instead.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x1FA70...0x1FAFF,
        0x20000...0x3FFFD,
    ]

    /// Controls and the invisible marks that reorder, join or hide text. Outside text must not contain them. Inside an
    /// emoji, U+200D and the tag letters are allowed, because they are part of it.
    var isForbidden: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2190...0x25FF: return false
        case 0x200D, 0xE0020...0xE007F: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: return false
        }
    }

    /// Asks for the colored, two column form of a character such as a heart.
    var isEmojiSelector: Bool { value == 0xFE0F }
}
