/// What a server has spent on delivering the same to many.
struct Delivering {
    var cpuSeconds: Double
    var deliveries: Double
    var bytes: Double

    var microsecondsEach: Double { cpuSeconds / deliveries * 1e6 }
    var bytesEach: Double { bytes / deliveries }
}
