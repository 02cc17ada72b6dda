internal import SwiftProtobuf

extension CoinDetail {
    static func result(wire: WireDetail) -> Result<CoinDetail, AnswerProblem> {
        let problem = wire.problem.visible
        if !problem.isEmpty { return .failure(AnswerProblem(message: problem)) }
        return .success(
            CoinDetail(
                id: CoinID(wire.coinID),
                name: wire.name.visible,
                symbol: wire.symbol.visible,
                kind: wire.kind == .token ? .token : .coin,
                platform: wire.platform.visible.nonEmpty,
                supply: try? ExactDecimal(parsing: wire.supply),
                dateAdded: wire.dateAddedMs == 0 ? nil : MarketTime(wire: wire.dateAddedMs),
                description: wire.description_p.visibleLines.nonEmpty,
                page: WebAddress(wire.page),
                logo: WebAddress(wire.logo),
                links: wire.links.compactMap(CoinLink.init(wire:)),
                tags: wire.tags.map(\.visible)
            )
        )
    }

    static func wire(_ result: Result<CoinDetail, AnswerProblem>, number: UInt32) -> WireDetail {
        .with { wire in
            wire.request = number
            switch result {
            case .failure(let problem): wire.problem = problem.message
            case .success(let detail): detail.fill(&wire)
            }
        }
    }

    private func fill(_ wire: inout WireDetail) {
        wire.coinID = id.rawValue
        wire.name = name
        wire.symbol = symbol
        wire.kind = kind == .token ? .token : .coin
        wire.platform = platform ?? ""
        wire.supply = supply?.description ?? ""
        wire.dateAddedMs = dateAdded?.wire ?? 0
        wire.description_p = description ?? ""
        wire.page = page?.text ?? ""
        wire.logo = logo?.text ?? ""
        wire.links = links.map { link in .with { ($0.kind, $0.url) = (link.kind.rawValue, link.address.text) } }
        wire.tags = tags
    }
}

extension CoinLink {
    /// Nil for a kind that this program does not know, and for an address that it must not open.
    fileprivate init?(wire: WireDetailLink) {
        guard let kind = Kind(rawValue: wire.kind), let address = WebAddress(wire.url) else { return nil }
        self.init(kind: kind, address: address)
    }
}
