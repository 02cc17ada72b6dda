import NIOHTTP1
import Shared

/// A provider that the mock simulates: its answers, and how it behaves in trouble.
///
/// Each has a folder here with its description, and appears once in `MockProvider.all`.
struct MockProvider: Sendable {
    typealias Reply = @Sendable (MockRequest, SimulatedMarket, inout RowCaches, MarketTime) -> MockReply?

    /// Whether a path belongs to the provider.
    let owns: @Sendable (_ path: String) -> Bool
    /// The answer; nil if there is no such path.
    let reply: Reply
    /// The body for a status of 400 or more.
    let errorBody: @Sendable (_ status: Int) -> String
    /// Its kind of error under HTTP 200.
    let errorUnder200: MockReply
    /// The plan's requests of this month are used up.
    let monthSpent: MockReply
    /// JSON with the right structure and the wrong types.
    let wrongTypes: MockReply

    /// All providers.
    static let all: [Self] = [.coinMarketCap, .huobi, .binance, .cryptoCompare, .europeanCentralBank]

    /// The provider that a path belongs to. Faults may affect paths of no provider.
    static func of(path: String) -> Self { all.first { $0.owns(path) } ?? all[0] }

    func error(_ status: Int, retryAfter: Int? = nil) -> MockReply {
        let headers = retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
        return MockReply(HTTPResponseStatus(statusCode: status), headers: headers, text: errorBody(status))
    }
}
