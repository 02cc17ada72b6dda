/// A line of the configuration file that a screen changes.
package enum ConfigEntry: Equatable, Sendable {
    /// A theme by its name.
    case theme(String)
    case palette(MarketPalette)
    case flashes(Bool)
    case updateRate(UpdateRate)
    case times(TimeChoice)
    case sections(Bool)
    case chartScale(ChartScale)
    case chartParts(Set<ChartPart>)

    var key: String {
        switch self {
        case .theme: "theme"
        case .palette: "palette"
        case .flashes: "flashes"
        case .updateRate: "update-rate"
        case .times: "times"
        case .sections: "sections"
        case .chartScale: "chart-scale"
        case .chartParts: "chart-parts"
        }
    }

    var value: String {
        switch self {
        case .theme(let name): name
        case .palette(let palette): palette.rawValue
        case .flashes(let isOn), .sections(let isOn): isOn ? "on" : "off"
        case .updateRate(let rate): rate.rawValue
        case .times(let times): times.rawValue
        case .chartScale(let scale): scale.rawValue
        case .chartParts(let parts): parts.configText
        }
    }

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

    /// What follows a line's value: a comment with the spaces before it, or a carriage return.
    private static func rest(of line: String) -> Substring {
        guard let comment = line.firstRange(of: " #") else { return line.hasSuffix("\r") ? "\r" : "" }
        let value = line[..<comment.lowerBound]
        return line[(value.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)...]
    }
}

extension Set<ChartPart> {
    /// The parts on one line, so that the line can be changed: `grid, volume`; `none` for an empty set.
    var configText: String {
        isEmpty ? "none" : ChartPart.allCases.filter(contains).map(\.rawValue).joined(separator: ", ")
    }

    /// - Returns: nil if a word names no part.
    init?(configText: String) {
        if configText == "none" {
            self = []
            return
        }
        let words = configText.split(separator: ",").map { $0.drop { $0 == " " } }
        let parts = words.compactMap { word in ChartPart.allCases.first { $0.rawValue == word.trimmingSpaces } }
        guard parts.count == words.count, !parts.isEmpty else { return nil }
        self = Set(parts)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring { self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)] }
}
