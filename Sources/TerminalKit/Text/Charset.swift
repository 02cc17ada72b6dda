/// Which characters a terminal can show.
package enum Charset: Hashable, Sendable {
    case unicode
    /// Letters, and the symbols that nearly every font of the Linux console has (`ConsoleFallback`).
    case console
    /// Every character is replaced by ASCII of the same width (`AsciiFallback`).
    case ascii

    /// The glyph that is shown for a cleaned character, with the same width.
    func glyph(for scalar: Unicode.Scalar, width: Int) -> Glyph {
        switch self {
        case .unicode: Glyph(scalar: scalar, width: width)
        case .console: ConsoleFallback.glyph(for: scalar, width: width)
        case .ascii: AsciiFallback.glyph(for: scalar, width: width)
        }
    }
}
