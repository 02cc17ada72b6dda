extension [String] {
    /// `a, b or c`
    package var alternatives: String { listed(beforeLast: "or") }

    /// - Parameter word: stands between the last two.
    package func listed(beforeLast word: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
    }
}
