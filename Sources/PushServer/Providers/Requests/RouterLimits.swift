/// The limits of one request, and of concurrent requests.
package struct RouterLimits: Sendable {
    package var connectTime = Duration.seconds(5)
    /// From the start of the transfer to its last byte.
    package var totalTime = Duration.seconds(20)
    /// The limit for any answer; most endpoints have a lower one. It applies after decompression, so that a small
    /// answer cannot expand into a large one.
    package var bodyBytes = 32 << 20
    package var inFlightPerHost = 4
    /// Further requests are refused at once, because such a queue would only grow.
    package var waitingPerHost = 64
    /// Only redirects to the same scheme, host and port are followed.
    package var redirects = 3

    package init() {}
}
