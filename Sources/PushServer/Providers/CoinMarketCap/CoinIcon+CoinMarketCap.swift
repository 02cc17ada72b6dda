package import Shared

extension CoinIcon {
    /// The picture in an answer of CoinMarketCap's host for files.
    package init(coinMarketCap answer: HTTPAnswer) throws(ProviderFailure) {
        // A store of files answers 403 for a file that is not there to those who may not list it.
        if [403, 404].contains(answer.status) { throw .notListed("it has no picture") }
        guard answer.isSuccess else { throw answer.failureByStatus }
        guard let icon = CoinIcon(png: answer.body) else {
            throw .badAnswer("it is not a PNG of an icon's size", beginning: "")
        }
        self = icon
    }
}
