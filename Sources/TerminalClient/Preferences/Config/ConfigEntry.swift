/// A line of the configuration file that the Settings screen changes.
package enum ConfigEntry: Equatable, Sendable {
    case palette(MarketPalette)
    case flashes(Bool)
    case updateRate(UpdateRate)

    var key: String {
        switch self {
        case .palette: "palette"
        case .flashes: "flashes"
        case .updateRate: "update-rate"
        }
    }

    var value: String {
        switch self {
        case .palette(let palette): palette.rawValue
        case .flashes(let isOn): isOn ? "on" : "off"
        case .updateRate(let rate): rate.rawValue
        }
    }

    /// Puts the value where its key stands in a file's text, and leaves comments and everything else alone.
    package func written(into text: String) -> String {
        var lines = text.lines
        if let index = lines.lastIndex(where: { $0.hasPrefix(key + ":") }) {
            let line = lines[index]
            let comment = line.firstRange(of: " #").map { " " + line[$0.lowerBound...] }
            lines[index] = "\(key): \(value)" + (comment ?? (line.hasSuffix("\r") ? "\r" : ""))
        } else {
            if lines.last?.isEmpty == true { lines.removeLast() }
            lines += ["\(key): \(value)", ""]
        }
        return lines.joined(separator: "\n")
    }
}
