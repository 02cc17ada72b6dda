import Shared
import Testing

@testable import TerminalClient

/// Which coins a symbol or a number on a command line means.
struct CoinQueryTests {
    private func coin(_ id: UInt32, rank: UInt32, isDelisted: Bool = false) -> TestCoin {
        TestCoin(id: id, symbol: "CPT", name: "Coin \(id)", rank: rank, isDelisted: isDelisted)
    }

    private func meant(by text: String, _ coins: [TestCoin]) -> [UInt32] {
        (CoinQuery(text)?.meant(in: .of(coins)) ?? []).map(\.instrument.coin.rawValue)
    }

    @Test func aSymbolMeansAListedCoinAndNoDelistedNamesake() {
        #expect(meant(by: "cpt", [coin(7, rank: 1, isDelisted: true), coin(8, rank: 900)]) == [8])
    }

    @Test func aSymbolThatOnlyDelistedCoinsHaveMeansThem() {
        let coins = [coin(7, rank: 5, isDelisted: true), coin(8, rank: 2, isDelisted: true)]
        #expect(meant(by: "CPT", coins) == [8, 7])
    }

    @Test func aSymbolOfSeveralListedCoinsMeansAllOfThem() {
        #expect(meant(by: "CPT", [coin(7, rank: 5), coin(8, rank: 2)]) == [8, 7])
    }

    @Test func aNumberMeansItsCoinEvenIfThatIsDelisted() {
        #expect(meant(by: "id:7", [coin(7, rank: 1, isDelisted: true), coin(8, rank: 900)]) == [7])
    }
}
