/// The cost of delivering the same data to many terminals.
struct Delivering {
    var cpuSeconds: Double
    /// What the delivering threads took in as much time without anybody to deliver to. It is not part of `cpuSeconds`.
    var aloneSeconds = 0.0
    var deliveries: Double
    var bytes: Double
    /// From tick to terminal in milliseconds, if it was noted.
    var p99: Double?

    var microsecondsEach: Double { cpuSeconds / deliveries * 1e6 }
    var aloneMicrosecondsEach: Double { aloneSeconds / deliveries * 1e6 }
    var bytesEach: Double { bytes / deliveries }
}
