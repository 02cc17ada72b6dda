/// Finds the word that the user probably meant when a word is mistyped.
public enum NearMiss {
    /// - Returns: the nearest of `words`; nil if none is near.
    public static func of(_ typed: String, among words: [String]) -> String? {
        let near = words.map { (word: $0, steps: steps(from: Array(typed.lowercased()), to: Array($0))) }
        let nearest = near.min { $0.steps < $1.steps }
        if let nearest, nearest.steps <= max(1, typed.count / 3) { return nearest.word }
        return typed.count < 3 ? nil : words.first { $0.hasPrefix(typed.lowercased()) }
    }

    /// How many letters must be inserted, removed or replaced (Levenshtein distance).
    private static func steps(from one: [Character], to other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (line, letter) in one.enumerated() {
            var corner = row[0]
            row[0] = line + 1
            for column in other.indices {
                let replaced = corner + (letter == other[column] ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(replaced, corner + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
