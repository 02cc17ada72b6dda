/// The facts about one coin besides its prices, for its page.
public struct CoinDetail: Hashable, Sendable {
    public let id: CoinID
    public let name: String
    public let symbol: String
    public let kind: InstrumentKind
    /// The chain that a token lives on.
    public let platform: String?
    /// In coins, as the coin's own project states it. Unlike the listing's figure, nobody has checked it.
    public let supply: ExactDecimal?
    public let dateAdded: MarketTime?
    /// Paragraphs of clean text, separated by line feeds; nil if there are none.
    public let description: String?
    /// The provider's own page about the coin.
    public let page: WebAddress?
    public let logo: WebAddress?
    public let links: [CoinLink]
    public let tags: [String]

    public init(
        id: CoinID,
        name: String,
        symbol: String,
        kind: InstrumentKind,
        platform: String?,
        supply: ExactDecimal?,
        dateAdded: MarketTime?,
        description: String?,
        page: WebAddress?,
        logo: WebAddress?,
        links: [CoinLink],
        tags: [String]
    ) {
        self.id = id
        self.name = name
        self.symbol = symbol
        self.kind = kind
        self.platform = platform
        self.supply = supply
        self.dateAdded = dateAdded
        self.description = description
        self.page = page
        self.logo = logo
        self.links = links
        self.tags = tags
    }
}

/// A link about a coin, and where it leads.
public struct CoinLink: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
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

    public let kind: Kind
    public let address: WebAddress

    public init(kind: Kind, address: WebAddress) {
        self.kind = kind
        self.address = address
    }
}
