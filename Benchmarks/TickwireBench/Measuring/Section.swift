import Foundation

/// The results of one benchmark.
struct Section: Sendable {
    struct Row: Sendable {
        var name: String
        var value: Double
        var unit: String
        /// The target value, if there is one.
        var aim: Aim?
    }

    enum Aim: Sendable {
        case atMost(Double)
        case atLeast(Double)
    }

    var title: String
    var rows: [Row] = []

    init(_ title: String) { self.title = title }

    mutating func add(_ name: String, _ value: Double, _ unit: String, _ aim: Aim? = nil) {
        rows.append(Row(name: name, value: value, unit: unit, aim: aim))
    }

    /// The median of ratios, and between what they lie.
    mutating func add(_ name: String, _ ratios: [Double], _ aim: Aim? = nil) {
        add(name, ratios.median, "", aim)
        add("\(name), least of \(ratios.count) runs", ratios.min() ?? .nan, "")
        add("\(name), most", ratios.max() ?? .nan, "")
    }

    /// Median, 99th percentile and largest value.
    mutating func add(_ name: String, _ values: Distribution, _ unit: String, p99 aim: Aim? = nil) {
        add("\(name), p50", values.median, unit)
        add("\(name), p99", values.percentile(99), unit, aim)
        add("\(name), max", values.percentile(100), unit)
    }

    var table: String {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { row in
            let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
            return "  \(name)  \(row.value.aligned) \(row.unit)\(row.aim.map { "  \($0.verdict(row.value))" } ?? "")"
        }
        return ([title] + lines).joined(separator: "\n")
    }
}

extension Section.Aim {
    func verdict(_ value: Double) -> String {
        switch self {
        case .atMost(let most): "(at most \(most.short): \(value <= most ? "reached" : "missed"))"
        case .atLeast(let least): "(at least \(least.short): \(value >= least ? "reached" : "missed"))"
        }
    }
}

extension Double {
    fileprivate var aligned: String { String(repeating: " ", count: max(0, 10 - short.count)) + short }
}
