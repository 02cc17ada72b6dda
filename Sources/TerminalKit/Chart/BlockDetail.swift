/// How finely a terminal's font can divide a cell, the finest first.
package enum BlockDetail: Hashable, Sendable, CaseIterable {
    /// Blocks in steps of an eighth.
    case eighths
    /// Half blocks and light lines: code page 437, which the kernel's console fonts have.
    case halves
    /// Light and double lines and the full block, which nearly every font of the Linux console has.
    case lines
    case ascii
}

extension BlockDetail {
    /// The detail that a charset certainly has.
    package init(charset: Charset) {
        switch charset {
        case .unicode: self = .eighths
        case .console: self = .lines
        case .ascii: self = .ascii
        }
    }
}

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
