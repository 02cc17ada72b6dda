/// A line of the configuration file that a screen changes.
package struct ConfigEntry: Equatable, Sendable {
    package let key: String
    package let value: String

    package init(_ setting: LocalSetting, _ value: String) { (key, self.value) = (setting.name, value) }

    /// Writes the value behind its key in a file's text, and changes nothing else, comments included.
    package func written(into text: String) -> String {
        var lines = text.lines
        if let index = lines.lastIndex(where: { $0.hasPrefix(key + ":") }) {
            lines[index] = "\(key): \(value)\(Self.rest(of: lines[index]))"
        } else {
            if lines.last?.isEmpty == true { lines.removeLast() }
            lines += ["\(key): \(value)", ""]
        }
        return lines.joined(separator: "\n")
    }

    /// The rest of a line after its value: a comment with the spaces before it, or a carriage return.
    private static func rest(of line: String) -> Substring {
        guard let comment = line.firstRange(of: " #") else { return line.hasSuffix("\r") ? "\r" : "" }
        let value = line[..<comment.lowerBound]
        return line[(value.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)...]
    }
}
