/// Metrics in Prometheus' text exposition format, version 0.0.4.
struct PrometheusText {
    private(set) var text = ""

    mutating func counter(_ name: String, _ help: String, _ value: Int) { add("counter", name, help, value) }
    mutating func gauge(_ name: String, _ help: String, _ value: Int) { add("gauge", name, help, value) }

    private mutating func add(_ type: String, _ name: String, _ help: String, _ value: Int) {
        text += "# HELP tickwire_\(name) \(help)\n# TYPE tickwire_\(name) \(type)\ntickwire_\(name) \(value)\n"
    }
}
