internal import Shared

/// A listing on its way into the feed, some rows at a time, so that no price waits for all of them.
struct ListingMerge {
    let listing: CoinListing
    let source: SourceNumber
    /// Whether coins that it lacks may still exist.
    let isDoubtful: Bool
    /// The index in the listing of each row's coin, if it has the coin. Rows of new coins follow the known ones.
    private let places: [Int?]
    private let knownCount: Int
    /// How many of `places` are merged.
    private var taken = 0
    /// The rows so far whose price was heard and is believed.
    var heard: [Int] = []

    /// - Parameters:
    ///   - rowOfCoin: the rows of known coins, `count` in all.
    init(
        _ listing: CoinListing,
        from source: SourceNumber,
        isDoubtful: Bool,
        rowOfCoin: [CoinID: Int],
        count: Int
    ) {
        (self.listing, self.source, self.isDoubtful, knownCount) = (listing, source, isDoubtful, count)
        var (places, new) = ([Int?](repeating: nil, count: count), [Int]())
        for (place, coin) in listing.coins.enumerated() {
            if let row = rowOfCoin[coin.id] { places[row] = place } else { new.append(place) }
        }
        self.places = places + new
    }

    var isOver: Bool { taken == places.count }

    /// The next rows, at most `count`, each with its coin if the listing has it. A new coin has no row yet, unless another
    /// listing has added it since.
    mutating func next(_ count: Int) -> [(row: Int?, coin: ListedCoin?)] {
        let rows = taken..<taken + min(count, places.count - taken)
        taken = rows.upperBound
        return rows.map { row in (row < knownCount ? row : nil, places[row].map { listing.coins[$0] }) }
    }
}
