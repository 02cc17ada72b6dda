package import Shared

/// What is told about one coin beside its prices: for the detail screen.
package struct CoinDetail: Equatable, Sendable {
    package let id: CoinID
    package let name: String
    package let symbol: String
    package let slug: String
    package let kind: InstrumentKind
    /// The chain that a token lives on.
    package let platform: String?
    /// In coins, as its own project states it: unlike the listing's figure, nobody has checked it.
    package let supply: ExactDecimal?
    package let dateAdded: MarketTime?
    /// Paragraphs of clean text, apart by line feeds. Nil: there is none.
    package let description: String?
    package let logo: WebAddress?
    package let links: [CoinLink]
    package let tags: [String]
}

/// A link of a coin, and what it leads to.
package struct CoinLink: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case website
        case technicalDocument = "technical_doc"
        case sourceCode = "source_code"
        case explorer
        case announcement
        case messageBoard = "message_board"
        case chat
        case twitter
        case reddit
        case facebook
    }

    package let kind: Kind
    package let address: WebAddress
}
