/// Which characters a terminal can be trusted with.
package enum Charset: Hashable, Sendable {
    case unicode
    /// Letters, and of the symbols those that nearly every font of the Linux console has (`ConsoleFallback`).
    case console
    /// Every character is replaced by something in ASCII of the same width (`AsciiFallback`).
    case ascii

    /// What is shown of a character, already cleaned, in as many columns.
    func glyph(for scalar: Unicode.Scalar, width: Int) -> Glyph {
        switch self {
        case .unicode: Glyph(scalar: scalar, width: width)
        case .console: ConsoleFallback.glyph(for: scalar, width: width)
        case .ascii: AsciiFallback.glyph(for: scalar, width: width)
        }
    }
}
