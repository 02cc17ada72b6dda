extension String {
    /// Splits at line feeds only, and keeps a carriage return, because Swift takes CR LF for one character that is no
    /// line feed.
    var lines: [String] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}
