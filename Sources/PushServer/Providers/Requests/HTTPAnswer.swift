package import Shared

/// What came back over HTTP, whatever the status.
package struct HTTPAnswer: Sendable, Equatable {
    package let status: Int
    /// The fields that a reader of market data acts on (see `interesting`), with lower-case names.
    package let headers: [String: String]
    package let body: [UInt8]
    package let arrived: MarketTime
    /// When the server asked not to be asked before: `Retry-After`, in seconds or as a date.
    package let retryAt: MarketTime?

    package init(
        status: Int,
        headers: [String: String] = [:],
        body: [UInt8],
        arrived: MarketTime,
        retryAt: MarketTime? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.arrived = arrived
        self.retryAt = retryAt
    }

    /// Everything else is dropped as it arrives, so that headers cost no memory.
    static let interesting: Set<String> = [
        "content-type", "etag", "last-modified", "x-hb-ratelimit-requests-expire", "x-ratelimit-reset",
    ]

    /// The first characters of the body on one line, for an error message.
    var beginning: String {
        let text = String(decoding: body.prefix(Self.beginningBytes), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    private static let beginningBytes = 160
}
