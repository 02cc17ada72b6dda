package import Shared

/// An HTTP answer with any status.
package struct HTTPAnswer: Sendable, Equatable {
    package let status: Int
    /// The header fields that are used (see `keptHeaders`), with lower-case names.
    package let headers: [String: String]
    package let body: [UInt8]
    package let arrived: MarketTime
    /// The earliest time for the next request: `Retry-After`, in seconds or as a date.
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

    /// The header fields that are kept from each host, besides its own (`ProviderHost.ownHeaders`). All others are
    /// dropped on arrival, so that headers take no memory.
    static let keptHeaders: Set<String> = ["content-type", "etag", "last-modified"]

    /// The beginning of the body on one line, for an error message.
    var beginning: String {
        let text = String(decoding: body.prefix(Self.beginningBytes), as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    private static let beginningBytes = 160
}
