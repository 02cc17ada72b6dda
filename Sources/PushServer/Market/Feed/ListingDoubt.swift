internal import Shared

/// Decides whether the coins that a listing lacks may still exist, because a listing may be cut short.
struct ListingDoubt {
    /// A listing with less than this share of the coins of the one before is doubted. So is one that lacks more than a
    /// tenth of many coins, because a listing of fixed length has about as many each day.
    private static let shareMin = 0.5
    private static let shareUsual = 0.9
    private static let fewCoins = 10
    /// How many doubtful listings in a row are believed in the end.
    private static let doubtfulMax = 10

    /// How many coins the last believed listing had.
    private var listedCount = 0
    private var doubtfulInARow = 0

    /// Judges the next listing.
    mutating func doubts(_ listing: CoinListing) -> Bool {
        let (count, usual) = (Double(listing.coins.count), Double(listedCount))
        let lacksMany = listedCount - listing.coins.count > Self.fewCoins && count < usual * Self.shareUsual
        let isShort = count < usual * Self.shareMin || lacksMany
        if !isShort { listedCount = listing.coins.count }
        // A missing coin may be in a row that cannot be read.
        if listing.badRows > 0 { return true }
        guard isShort, doubtfulInARow < Self.doubtfulMax else {
            (listedCount, doubtfulInARow) = (listing.coins.count, 0)
            return false
        }
        doubtfulInARow += 1
        return true
    }
}
