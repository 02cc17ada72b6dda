/// How finely a terminal's font can divide a cell, the best first.
package enum BlockDetail: Hashable, Sendable, CaseIterable {
    /// Blocks in steps of an eighth.
    case eighths
    /// Half blocks and light lines: code page 437, which the kernel's own console fonts have.
    case halves
    /// Light and double lines and the full block: what nearly every font of the Linux console has.
    case lines
    case ascii
}

extension BlockDetail {
    /// What is sure to be there with a charset.
    package init(charset: Charset) {
        switch charset {
        case .unicode: self = .eighths
        case .console: self = .lines
        case .ascii: self = .ascii
        }
    }
}
