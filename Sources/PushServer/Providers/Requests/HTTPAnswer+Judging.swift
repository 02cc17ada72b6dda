import Shared

/// The first steps of checking an answer, which are the same for all providers: transport (in the router), HTTP
/// status, and whether it is JSON. Then the provider's own status is checked, and only then the payload.
extension HTTPAnswer {
    var isSuccess: Bool { (200..<300).contains(status) }

    /// Reads the body as one JSON value.
    func json(_ read: (inout JSONReader) throws(JSONError) -> Void) throws(ProviderFailure) {
        if let reason = reasonNotJSON { throw badAnswer(reason) }
        var reader = JSONReader(body, from: Self.byteOrderMark.count * (hasByteOrderMark ? 1 : 0))
        do {
            try read(&reader)
            try reader.finish()
        } catch {
            throw badAnswer(error.description)
        }
    }

    func badAnswer(_ reason: String) -> ProviderFailure { .badAnswer(reason, beginning: beginning) }

    /// The failure by the HTTP status, for an answer whose body says nothing more.
    var failureByStatus: ProviderFailure {
        switch status {
        case 401: .needsKey(.missing)
        case 402: .needsKey(.notAllowed)
        case 429: rateLimited()
        case 300..<400: .unavailable("it points elsewhere (HTTP \(status))")
        // A firewall's refusal and a missing page have both been temporary, so the request is repeated.
        case 403, 404, 408, 410, 500...: .unavailable("HTTP \(status)", until: retryAt)
        default: .refused("HTTP \(status)")
        }
    }

    /// - Parameter fallback: the end of the limit if the provider does not state it.
    func rateLimited(fallback: MarketTime? = nil) -> ProviderFailure {
        .rateLimited(until: min(retryAt ?? fallback ?? arrived.adding(seconds: 60), latestPause))
    }

    var latestPause: MarketTime { arrived.adding(seconds: Int64(Self.pauseSecondsMax)) }

    /// A time that the provider states, limited to the past, because the provider cannot know the future.
    /// - Returns: the arrival time if the stated time is missing, in the future or before 1970.
    func moment(_ told: MarketTime?) -> MarketTime {
        guard let told, told.milliseconds > 0, told < arrived else { return arrived }
        return told
    }

    /// The provider's own timestamp, by its clock, which may be wrong.
    /// - Returns: nil if the stamp is missing, or not between 1970 and 2100.
    func stamp(_ told: MarketTime?) -> MarketTime? {
        told.flatMap { $0.milliseconds > 0 && $0 < Self.stampMax ? $0 : nil }
    }

    private static let stampMax = MarketTime(seconds: 4_102_444_800)

    /// RFC 8259 section 8.1 allows a parser to ignore it.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private var hasByteOrderMark: Bool { body.starts(with: Self.byteOrderMark) }

    private var reasonNotJSON: String? {
        let content = hasByteOrderMark ? body.dropFirst(Self.byteOrderMark.count) : body[...]
        guard let first = content.first(where: { $0 > 0x20 }) else { return "it is empty" }
        return first == UInt8(ascii: "<") ? "it is a page of HTML" : nil
    }
}
