internal import Observation
internal import Shared
internal import TerminalClient

/// A user's connection to a server: the market and the favorites, as they are now.
@MainActor
public final class TickwireSession {
    private let client: HeadlessClient

    init(_ client: HeadlessClient) { self.client = client }

    /// The token to sign in with the next time. Keep it like a password. It changes about once a month, while connected.
    public var token: [UInt8]? { client.link.token }

    // MARK: Prices

    /// The market whenever it has changed, in the listing's order. A slow reader misses the states in between and gets
    /// the newest prices.
    ///
    /// It ends by throwing a ``TickwireError`` when only the user can help, for example after a sign-out. While the
    /// connection is lost, the prices stay as they are.
    public var prices: some AsyncSequence<[Price], TickwireError> {
        let link = client.link
        return Observations { () throws(TickwireError) in
            if case .stopped(let error) = link.state { throw TickwireError(error.description) }
            return Self.prices(of: link)
        }
    }

    private static func prices(of link: ServerLink) -> [Price] {
        let (table, now) = (link.market.table, link.serverTime)
        return (0..<table.count).lazy.map { table[$0] }.filter { !$0.isDelisted }
            .map { Price($0, of: table, at: now) }
            .sorted { ($0.rank ?? .max, $0.id) < ($1.rank ?? .max, $1.id) }
    }

    // MARK: Favorites

    /// The user's favorite coins, in the user's order.
    public var favorites: [Price.ID] { client.link.user.favorites.map(\.coin.rawValue) }

    /// Adds a favorite after the others. Adding an existing one changes nothing.
    /// - Throws: ``TickwireError`` if the server refuses the change or does not confirm it within 15 s, or if the task is
    ///   cancelled. A change without a confirmation may still be made.
    public func addFavorite(_ coin: Price.ID) async throws(TickwireError) {
        try await apply { .add([CoinID(coin)], of: $0) }
    }

    /// Removes a favorite. Removing one that does not exist changes nothing.
    /// - Throws: ``TickwireError`` if the server refuses the change or does not confirm it within 15 s, or if the task is
    ///   cancelled. A change without a confirmation may still be made.
    public func removeFavorite(_ coin: Price.ID) async throws(TickwireError) {
        try await apply { _ in .remove([CoinID(coin)]) }
    }

    /// Returns when the server has the change on disk.
    private func apply(_ mutation: (UserTable) -> Mutation) async throws(TickwireError) {
        do {
            try await client.apply(mutation)
        } catch {
            throw TickwireError("\(error)")
        }
        if Task.isCancelled {
            throw TickwireError("cancelled before the server confirmed the change, which may still be made")
        }
    }
}
