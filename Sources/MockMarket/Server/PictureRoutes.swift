import NIOCore
import Shared

/// The logos to which both providers' coin facts link.
enum PictureRoutes {
    /// `/static/img/coins/64x64/1027.png` by the listing's number, `/media/7605/eth.png` by the archive's.
    static func reply(to request: MockRequest, _ market: SimulatedMarket) -> MockReply? {
        let parts = request.path.split(separator: "/")
        guard let last = parts.last, last.hasSuffix(".png") else { return nil }
        if request.path.hasPrefix("/static/img/coins/"), let number = UInt32(last.dropLast(4)),
            market.coins.contains(where: { $0.identity.id.rawValue == number })
        {
            return picture(number)
        }
        if parts.first == "media", parts.count == 3, let number = Int64(parts[1]),
            let coin = market.archive.coins.first(where: { $0.id == number })
        {
            return picture(market.coin(coin.price).identity.id.rawValue)
        }
        return nil
    }

    private static func picture(_ number: UInt32) -> MockReply {
        MockReply(type: "image/png", body: ByteBuffer(bytes: CoinPicture.png(number: number)))
    }
}
