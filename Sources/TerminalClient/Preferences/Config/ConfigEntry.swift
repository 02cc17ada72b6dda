/// A line of the configuration file that the Settings screen changes.
enum ConfigEntry: Equatable, Sendable {
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
    func written(into text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let index = lines.lastIndex(where: { $0.hasPrefix(key + ":") }) {
            let comment = lines[index].firstRange(of: " #").map { " " + lines[index][$0.lowerBound...] } ?? ""
            lines[index] = "\(key): \(value)\(comment)"
        } else {
            if lines.last?.isEmpty == true { lines.removeLast() }
            lines += ["\(key): \(value)", ""]
        }
        return lines.joined(separator: "\n")
    }
}
