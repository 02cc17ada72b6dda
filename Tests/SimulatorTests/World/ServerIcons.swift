import Shared

@testable import PushServer

/// The icons that a connection waits for, as `SessionHandler` has them.
@MainActor
struct ServerIcons {
    fileprivate var wishes = IconWishes()
    /// Asked of the provider, who has not answered yet.
    fileprivate(set) var underWay: [CoinID] = []
}

extension ServerEnd {
    func iconsRequested(_ coins: [CoinID]) throws {
        icons.wishes.want(coins)
        try sendIcons()
    }

    func sendIcons() throws {
        while !hasEnded, !session.isClosing, isWritable, let coin = icons.wishes.begin() {
            if shard.market.row(of: coin) == nil {
                try iconCame(nil, of: coin)
            } else {
                icons.underWay.append(coin)
            }
        }
    }

    /// The provider has answered one of those that are under way.
    func takeIcon(_ index: Int, _ icon: CoinIcon?) throws {
        try iconCame(icon, of: icons.underWay.remove(at: index))
        try sendIcons()
    }

    private func iconCame(_ icon: CoinIcon?, of coin: CoinID) throws {
        if hasEnded || session.isClosing { return }
        guard isWritable else { return icons.wishes.postpone(coin) }
        icons.wishes.end(coin)
        try send(.icon(coin, icon))
    }
}
