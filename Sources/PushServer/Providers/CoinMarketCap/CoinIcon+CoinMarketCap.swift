package import Shared

extension CoinIcon {
    /// The picture in an answer of CoinMarketCap's file host.
    package init(coinMarketCap answer: HTTPAnswer) throws(ProviderFailure) {
        // A file store answers 403 for a missing file if the client may not list its files.
        if [403, 404].contains(answer.status) { throw .notListed("it has no picture") }
        guard answer.isSuccess else { throw answer.failureByStatus }
        guard let icon = CoinIcon(png: answer.body) else {
            throw .badAnswer("it is not a PNG of an icon's size", beginning: "")
        }
        self = icon
    }
}
