extension StringProtocol {
    /// The text without white space at its ends.
    public var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

extension String {
    /// As many whole characters as fit into `bytes` of UTF-8.
    public func prefix(bytes: Int) -> String {
        if utf8.count <= bytes { return self }
        var length = 0
        return String(
            prefix { character in
                length += character.utf8.count
                return length <= bytes
            }
        )
    }
}
