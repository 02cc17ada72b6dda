/// The user's choice of colors, which overrides the terminal's environment.
package enum ColorChoice: Hashable, Sendable {
    case auto
    case always
    case never
    case depth(ColorDepth)

    /// `auto`, `always`, `never`, `16`, `256` or `truecolor`.
    package init?(_ text: String) {
        switch text {
        case "auto": self = .auto
        case "always": self = .always
        case "never": self = .never
        case "16": self = .depth(.ansi16)
        case "256": self = .depth(.ansi256)
        case "truecolor": self = .depth(.trueColor)
        default: return nil
        }
    }

    package static let names = ["auto", "always", "never", "16", "256", "truecolor"]
}
