/// The cost of delivering the same data to many terminals.
struct Delivering {
    var cpuSeconds: Double
    var deliveries: Double
    var bytes: Double
    /// From tick to terminal in milliseconds, if it was noted.
    var p99: Double?

    var microsecondsEach: Double { cpuSeconds / deliveries * 1e6 }
    var bytesEach: Double { bytes / deliveries }
}
