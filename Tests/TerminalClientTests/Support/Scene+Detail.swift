import Observation
import Shared

@testable import TerminalClient

extension Scene {
    func detail(of coin: UInt32 = 1, browser: Browser = .none) -> DetailViewModel {
        DetailViewModel(coin: CoinID(coin), session: link.session, tabs: tabs, browser: browser)
    }

    /// Answers the open question, or else the next one.
    func answerDetail(_ answer: Result<CoinDetail, AnswerProblem>) async {
        for await number in Observations({ self.link.openDetailRequest }) {
            guard let number else { continue }
            link.answerDetailRequest(number, answer)
            return
        }
    }
}

extension DetailViewModel {
    /// What the next frame shows.
    var shown: Content {
        refresh()
        return content
    }
}

extension CoinDetail {
    /// A coin with a page, three links and a text of four paragraphs.
    static func sample(
        description: String? = """
        ## What Is Bitcoin?
        Bitcoin (BTC) is a cryptocurrency that runs on a chain of its own. It was described in 2008 by somebody who called \
        himself Satoshi Nakamoto, and has run since January 2009.
        ## Where Can You Buy It?
        Nowhere.
        """
    ) throws -> CoinDetail {
        CoinDetail(
            id: CoinID(1),
            name: "Bitcoin",
            symbol: "BTC",
            kind: .coin,
            platform: nil,
            supply: nil,
            dateAdded: MarketTime(iso8601: "2013-04-28T00:00:00Z"),
            description: description,
            page: WebAddress("https://coinmarketcap.com/currencies/bitcoin/"),
            logo: nil,
            links: [
                (.website, "https://bitcoin.org/"), (.sourceCode, "https://github.com/bitcoin/bitcoin"),
                (.explorer, "https://mempool.space/"),
            ].compactMap { kind, address in WebAddress(address).map { CoinLink(kind: kind, address: $0) } },
            tags: ["mineable", "pow", "store-of-value"]
        )
    }
}

/// The addresses that a browser was asked to open.
///
/// A test waits for the next one, because links that are opened at once come in any order.
final class OpenedPages: Sendable {
    private let (addresses, continuation) = AsyncStream.makeStream(of: String.self)

    func next() async -> String? {
        var next = addresses.makeAsyncIterator()
        return await next.next()
    }

    func note(_ address: WebAddress) -> Browser.Outcome {
        continuation.yield(address.text)
        return .opened
    }
}
