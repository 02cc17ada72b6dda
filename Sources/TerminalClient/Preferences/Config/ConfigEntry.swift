/// A line of the configuration file that the Settings screen changes.
package enum ConfigEntry: Equatable, Sendable {
    case palette(MarketPalette)
    case flashes(Bool)
    case updateRate(UpdateRate)
    case sections(Bool)

    var key: String {
        switch self {
        case .palette: "palette"
        case .flashes: "flashes"
        case .updateRate: "update-rate"
        case .sections: "sections"
        }
    }

    var value: String {
        switch self {
        case .palette(let palette): palette.rawValue
        case .flashes(let isOn), .sections(let isOn): isOn ? "on" : "off"
        case .updateRate(let rate): rate.rawValue
        }
    }

    /// Puts the value where its key stands in a file's text, and leaves comments and everything else alone.
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

    /// What stands behind a line's value: a comment with the spaces before it, or a carriage return.
    private static func rest(of line: String) -> Substring {
        guard let comment = line.firstRange(of: " #") else { return line.hasSuffix("\r") ? "\r" : "" }
        let value = line[..<comment.lowerBound]
        return line[(value.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)...]
    }
}
