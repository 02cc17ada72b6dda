import NIOHTTP1
import Shared

/// A provider that the mock speaks for: what it answers, and its manners in trouble.
///
/// Each has a folder here with its description, and stands once in `MockProvider.all`.
struct MockProvider: Sendable {
    typealias Reply = @Sendable (MockRequest, SimulatedMarket, inout RowCaches, MarketTime) -> MockReply?

    /// Whether a path is one of its own.
    let owns: @Sendable (_ path: String) -> Bool
    /// Nil: there is no such path.
    let reply: Reply
    /// The body that goes with a status of 400 and more.
    let errorBody: @Sendable (_ status: Int) -> String
    /// Its way of telling an error under HTTP 200.
    let errorUnder200: MockReply
    /// The plan's requests of this month are used up.
    let monthSpent: MockReply
    /// JSON in the right places, but of the wrong types.
    let wrongTypes: MockReply

    /// Those that there are.
    static let all: [Self] = [.coinMarketCap, .huobi, .binance, .cryptoCompare, .europeanCentralBank]

    /// Whose manners an answer has. Faults may hit paths that are nobody's.
    static func of(path: String) -> Self { all.first { $0.owns(path) } ?? .huobi }

    func error(_ status: Int, retryAfter: Int? = nil) -> MockReply {
        let headers = retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
        return MockReply(HTTPResponseStatus(statusCode: status), headers: headers, text: errorBody(status))
    }
}
