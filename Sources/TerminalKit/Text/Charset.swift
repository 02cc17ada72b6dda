/// Which characters a terminal can be trusted with.
package enum Charset: Hashable, Sendable {
    case unicode
    /// Every character is replaced by something in ASCII of the same width (`AsciiFallback`).
    case ascii
}
