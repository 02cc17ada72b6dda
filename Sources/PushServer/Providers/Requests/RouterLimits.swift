/// What one request may cost, and how many may run at once.
package struct RouterLimits: Sendable {
    package var connectTime = Duration.seconds(5)
    /// From the start of the transfer to its last byte.
    package var totalTime = Duration.seconds(20)
    /// Of any answer; most endpoints have a limit of their own that is lower. Counted after decompression, so that a small
    /// answer cannot unpack into a large one.
    package var bodyBytes = 32 << 20
    package var inFlightPerHost = 4
    /// Requests beyond this are refused at once: a queue that long would only grow.
    package var waitingPerHost = 64
    /// To other paths of the same scheme, host and port; no others are followed.
    package var redirects = 3

    package init() {}
}
