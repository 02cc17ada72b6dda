/// The cost of delivering the same data to many terminals.
struct Delivering {
    var cpuSeconds: Double
    var deliveries: Double
    /// The changed rows of a tick; nil where messages are of a given size.
    var rowsEach: Double?
    var bytes: Double
    /// From tick to terminal in milliseconds, if it was noted.
    var p99: Double?

    var microsecondsEach: Double { cpuSeconds / deliveries * 1e6 }
    var bytesEach: Double { bytes / deliveries }
}

extension Delivering {
    init(_ work: ServerProcess.Work) {
        self.init(
            cpuSeconds: work.cpuSeconds,
            deliveries: work.deliveries,
            rowsEach: work.rows / work.ticks,
            bytes: work.bytes
        )
    }
}
