/// How finely a terminal's font can divide a cell, the best first.
package enum BlockDetail: Hashable, Sendable, CaseIterable {
    /// Blocks in steps of an eighth.
    case eighths
    /// Half blocks and single lines: what the console's fonts have.
    case halves
    /// Lines of two weights, but no blocks.
    case lines
    case ascii
}

extension BlockDetail {
    /// What is sure to be there with a charset, and on the terminal called `name` (as `TERM` has it).
    package init(charset: Charset, terminal name: String = "") {
        self = charset == .ascii ? .ascii : name == "linux" ? .halves : .eighths
    }
}
