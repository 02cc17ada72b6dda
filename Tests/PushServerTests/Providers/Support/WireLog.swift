import MockMarket

/// The events at a loopback server, in order. A test can wait for them.
final class WireLog: Sendable {
    private let events: AsyncStream<LoopbackServer.Event>
    private let sink: AsyncStream<LoopbackServer.Event>.Continuation

    init() { (events, sink) = AsyncStream.makeStream() }

    func record(_ event: LoopbackServer.Event) { sink.yield(event) }

    /// Waits for `count` events that match, leaving out the others. One waiter at a time.
    @discardableResult
    func wait(
        for count: Int = 1,
        where matches: (LoopbackServer.Event) -> Bool
    ) async -> [LoopbackServer.Event] {
        var found: [LoopbackServer.Event] = []
        for await event in events where matches(event) {
            found.append(event)
            if found.count == count { break }
        }
        return found
    }

    func waitForRequests(_ count: Int = 1) async {
        await wait(for: count) { if case .requested = $0 { true } else { false } }
    }

    func waitForHangUp() async {
        await wait { if case .disconnected = $0 { true } else { false } }
    }

    /// Ends the log and returns all events.
    func all() async -> [LoopbackServer.Event] {
        sink.finish()
        return await events.reduce(into: []) { $0.append($1) }
    }
}
