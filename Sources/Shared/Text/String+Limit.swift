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
