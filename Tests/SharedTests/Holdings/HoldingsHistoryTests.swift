import Shared
import TestSupport
import Testing

/// The value of holdings day by day.
struct HoldingsHistoryTests {
    private let bitcoin = CoinID(1)
    private let ether = CoinID(1027)

    private func number(_ text: String) -> BigDecimal { BigDecimal(text) ?? .zero }
    private func price(_ text: String) throws -> ExactDecimal { try ExactDecimal(parsing: text) }

    /// - Parameter hour: counted from the first hour of day 0.
    private func transaction(
        _ kind: Transaction.Kind,
        _ amount: String,
        of coin: CoinID,
        hour: Int64,
        fee: String? = nil
    ) -> Transaction {
        Transaction(
            TransactionID(rawValue: UInt64(hour + 1)),
            kind,
            number(amount),
            of: coin,
            money: kind == .moved ? nil : .price(.one),
            fee: fee.map { Transaction.Fee(number($0), isInCoin: true) },
            at: MarketTime(seconds: (20_000 * 24 + hour) * 3600),
            target: kind == .moved ? "wallet" : ""
        )
    }

    private func day(_ number: Int64) -> CivilDate { CivilDate(daysSince1970: 20_000 + number) }

    private func closes(_ texts: [Int64: String]) throws -> HoldingsHistory.Closes {
        Dictionary(uniqueKeysWithValues: try texts.map { (20_000 + $0.key, try price($0.value)) })
    }

    @Test func eachDayHasTheAmountAtItsEndTimesItsClose() throws {
        let history = HoldingsHistory(
            [
                transaction(.bought, "2", of: bitcoin, hour: 5), transaction(.bought, "10", of: ether, hour: 30),
                transaction(.sold, "0.5", of: bitcoin, hour: 71),
                transaction(.moved, "1", of: bitcoin, hour: 72, fee: "0.25"),
            ],
            closes: [
                bitcoin: try closes([0: "100", 1: "110", 2: "120.5", 3: "100"]),
                ether: try closes([1: "7", 2: "8", 3: "9.01"]),
            ],
            through: day(3),
            daysMax: 1000
        )
        #expect(history.first == day(0) && history.gaps.isEmpty && history.unpriced.isEmpty)
        #expect(history.values.map { $0?.plainText } == ["200", "290", "260.75", "215.1"])
    }

    @Test func aDayWithoutAPriceHasNoValueAndIsCounted() throws {
        let history = HoldingsHistory(
            [transaction(.bought, "2", of: bitcoin, hour: 5), transaction(.bought, "1", of: ether, hour: 6)],
            closes: [bitcoin: try closes([0: "1", 1: "1", 2: "1"]), ether: try closes([0: "1", 2: "1"])],
            through: day(2),
            daysMax: 1000
        )
        #expect(history.values.map { $0?.plainText } == ["3", nil, "3"])
        #expect(history.gaps == [ether: 1] && !history.hasOlder)
    }

    @Test func theHistoryBeginsOnTheFirstDayWithAllPrices() throws {
        let history = HoldingsHistory(
            [transaction(.bought, "2", of: bitcoin, hour: 5), transaction(.bought, "1", of: ether, hour: 6)],
            closes: [bitcoin: try closes([1: "1", 2: "1", 3: "1"]), ether: try closes([2: "1", 3: "2"])],
            through: day(3),
            daysMax: 1000
        )
        #expect(history.first == day(2) && history.values.map { $0?.plainText } == ["3", "4"])
        #expect(history.gaps.isEmpty && history.hasOlder)
    }

    @Test func aCoinWithoutAnyPriceIsLeftOut() throws {
        let history = HoldingsHistory(
            [transaction(.bought, "1", of: ether, hour: 1), transaction(.bought, "2", of: bitcoin, hour: 30)],
            closes: [bitcoin: try closes([1: "5"]), ether: [:]],
            through: day(1),
            daysMax: 1000
        )
        #expect(history.first == day(1) && history.values.map { $0?.plainText } == ["10"])
        #expect(history.unpriced == [ether])
    }

    @Test func aSoldCoinNeedsNoPrice() throws {
        let history = HoldingsHistory(
            [transaction(.bought, "1", of: bitcoin, hour: 1), transaction(.sold, "1", of: bitcoin, hour: 25)],
            closes: [bitcoin: try closes([0: "5"])],
            through: day(2),
            daysMax: 1000
        )
        #expect(history.values.map { $0?.plainText } == ["5", "0", "0"] && history.gaps.isEmpty)
    }

    @Test func olderTransactionsCountEvenIfDaysAreLimited() throws {
        let history = HoldingsHistory(
            [transaction(.bought, "3", of: bitcoin, hour: 1)],
            closes: [bitcoin: try closes([8: "5", 9: "6"])],
            through: day(9),
            daysMax: 2
        )
        #expect(history.first == day(8) && history.values.map { $0?.plainText } == ["15", "18"])
        let none = HoldingsHistory([], closes: [:], through: day(9), daysMax: 2)
        #expect(none.first == nil && none.values.isEmpty)
    }
}
