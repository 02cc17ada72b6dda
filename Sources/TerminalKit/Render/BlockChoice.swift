/// The characters with which the user wants charts to be drawn. It overrides what the terminal's name says about its
/// font.
package enum BlockChoice: String, CaseIterable, Sendable {
    case auto, eighths, halves, lines, ascii

    var detail: BlockDetail? {
        switch self {
        case .auto: nil
        case .eighths: .eighths
        case .halves: .halves
        case .lines: .lines
        case .ascii: .ascii
        }
    }
}
