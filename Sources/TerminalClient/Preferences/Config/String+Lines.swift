extension String {
    /// With what stands before each line feed, a carriage return included: to Swift, CR LF is one character and no line feed.
    var lines: [String] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}
