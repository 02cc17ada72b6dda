internal import NIOCore
internal import Synchronization

/// Metrics in Prometheus' text exposition format, version 0.0.4.
struct PrometheusText {
    typealias Labels = [(name: String, value: String)]

    private(set) var text = ""

    mutating func counter(_ name: String, _ help: String, _ value: Int) { add("counter", name, help, [([], value)]) }
    mutating func counter(_ name: String, _ help: String, _ value: borrowing Atomic<Int>) {
        counter(name, help, value.load(ordering: .relaxed))
    }

    mutating func counters(_ name: String, _ help: String, _ values: [(Labels, Int)]) {
        add("counter", name, help, values)
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int) { add("gauge", name, help, [([], value)]) }
    mutating func gauges(_ name: String, _ help: String, _ values: [(Labels, Int)]) { add("gauge", name, help, values) }

    mutating func histogram(_ name: String, _ help: String, _ times: DeliveryTimes) {
        let cumulative = times.cumulative
        let bounds = DeliveryTimes.bounds.map(\.seconds) + ["+Inf"]
        text += "# HELP tickwire_\(name) \(help)\n# TYPE tickwire_\(name) histogram\n"
        for (bound, count) in zip(bounds, cumulative) { text += "tickwire_\(name)_bucket{le=\"\(bound)\"} \(count)\n" }
        text += "tickwire_\(name)_sum \(times.sum.seconds)\ntickwire_\(name)_count \(cumulative.last ?? 0)\n"
    }

    private mutating func add(_ type: String, _ name: String, _ help: String, _ values: [(Labels, Int)]) {
        text += "# HELP tickwire_\(name) \(help)\n# TYPE tickwire_\(name) \(type)\n"
        for (labels, value) in values { text += "tickwire_\(name)\(Self.text(labels)) \(value)\n" }
    }

    private static func text(_ labels: Labels) -> String {
        if labels.isEmpty { return "" }
        let pairs = labels.map { label in
            let value = label.value.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
                .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
                .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
            return "\(label.name)=\"\(value)\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }
}

extension TimeAmount {
    fileprivate var seconds: String { "\(Double(nanoseconds) / 1e9)" }
}
