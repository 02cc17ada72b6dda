/// Finds a filter's text in a name, in any case.
enum TextMatch {
    /// - Returns: the range in characters; nil if there is no match, or nothing to look for.
    static func range(of wanted: String, in text: String) -> Range<Int>? {
        if wanted.isEmpty { return nil }
        let needle = wanted.map { $0.lowercased() }
        let hay = text.map { $0.lowercased() }
        guard needle.count <= hay.count else { return nil }
        let start = (0...(hay.count - needle.count)).first { hay[$0..<($0 + needle.count)].elementsEqual(needle) }
        return start.map { $0..<($0 + needle.count) }
    }
}
