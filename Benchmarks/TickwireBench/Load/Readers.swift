/// Subscribers of a server other than Tickwire. Some of them note how late messages come, and are spread over the server's order.
struct Readers {
    private static let groups = 10

    private let counting: Sinks
    private let noting: Sinks?
    private let notingCount: Int

    init(port: Int, _ subscription: Subscription, folder: TemporaryFolder, noting count: Int) async throws {
        counting = try await Sinks(port: port, subscription, folder: folder)
        noting = count > 0 ? try await Sinks(port: port, subscription, folder: folder, notes: true) : nil
        notingCount = count
    }

    func connect(_ count: Int) async throws {
        guard let noting else { return try await counting.connect(count) }
        for group in 1...Self.groups {
            func part(_ count: Int) -> Int { count * group / Self.groups - count * (group - 1) / Self.groups }
            try await counting.connect(part(count - notingCount))
            try await noting.connect(part(notingCount))
        }
    }

    func count() async throws -> (bytes: Int, closed: Int) {
        let (all, noted) = (try await counting.count(), try await noting?.count())
        return (all.bytes + (noted?.bytes ?? 0), all.closed + (noted?.closed ?? 0))
    }

    /// Nil if none of them notes it.
    func p99() async throws -> Double? { try await noting?.p99() }

    func stop() {
        counting.stop()
        noting?.stop()
    }
}

/// A message with room for its time, which is set when it is sent.
func stampedMessage(bytes: Int) -> [UInt8] {
    Array("@TS0000000000000000".utf8) + Array(repeating: UInt8(ascii: "A"), count: max(0, bytes - 19))
}
