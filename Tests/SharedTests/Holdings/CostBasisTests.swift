import Foundation
import TestSupport
import Testing

@testable import Shared

/// The cost and the proceeds of a holding.
struct CostBasisTests {
    private func number(_ text: String) throws -> BigDecimal { try #require(BigDecimal(text)) }

    private func basis(_ method: CostMethod, _ events: [HoldingEvent]) -> CostBasis {
        events.reduce(into: CostBasis(method)) { $0.take($1) }
    }

    private func bought(_ amount: String, for cost: String) throws -> HoldingEvent {
        HoldingEvent(.bought(cost: try number(cost)), amount: try number(amount))
    }

    private func sold(_ amount: String, for proceeds: String) throws -> HoldingEvent {
        HoldingEvent(.sold(proceeds: try number(proceeds)), amount: try number(amount))
    }

    @Test func aSaleUsesTheOldestOrTheAverageCost() throws {
        let events = [try bought("1", for: "100"), try bought("1", for: "300"), try sold("1", for: "400")]
        let average = basis(.average, events)
        #expect(try (average.realized, average.cost) == (number("200"), number("200")))
        let fifo = basis(.fifo, events)
        #expect(try (fifo.realized, fifo.cost) == (number("300"), number("300")))
    }

    @Test func noCostIsLostOrInvented() throws {
        for method in CostMethod.allCases {
            var basis = basis(method, [try bought("3", for: "10")])
            for _ in 0..<3 { basis.take(try sold("1", for: "0")) }
            #expect(try basis.soldCost == number("10") && basis.cost == .zero && basis.lots.isEmpty)
        }
    }

    @Test func aTransferMakesNoProfitAndItsFeeIsACost() throws {
        let move = HoldingEvent(.moved(to: "wallet"), amount: try number("1"), coinFee: try number("0.5"))
        for method in CostMethod.allCases {
            let basis = basis(method, [try bought("2", for: "100"), move])
            #expect(try basis.realized == .zero && basis.cost == number("100") && basis.amount == number("1.5"))
            #expect(try basis.accounts == ["": number("1"), "wallet": number("0.5")])
            #expect(try basis.averageCost == number("66.666666666666666667"))
        }
    }

    @Test func anExcessSaleIsReportedAndHasNoCost() throws {
        var basis = basis(.fifo, [try bought("1", for: "100")])
        #expect(try basis.take(sold("3", for: "900")) == number("2"))
        #expect(try basis.missing == number("2") && basis.realized == number("800") && basis.amount == .zero)
        var elsewhere = HoldingEvent(.sold(proceeds: .zero), amount: .one, account: "other")
        elsewhere.coinFee = .zero
        #expect(basis.take(elsewhere) == .one, "what lies in another account is not there")
    }

    /// Before a release, `TICKWIRE_HISTORIES=10000` compares many more.
    @Test func everyDigitEqualsAnIndependentCalculation() async throws {
        let count = ProcessInfo.processInfo.environment["TICKWIRE_HISTORIES"] ?? "400"
        var (history, compared) = ([Transaction](), 0)
        var (currency, rate, price) = ("", Conversion?.none, BigDecimal?.none)
        for line in try Self.reference(seed: "1", count: count).split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            switch fields[0] {
            case "H":
                (history, currency, price) = ([], fields[1], BigDecimal(fields[4]))
                let (numerator, denominator) = try (ExactDecimal(parsing: fields[2]), ExactDecimal(parsing: fields[3]))
                rate = currency == Currency.usd.name ? nil : Conversion(numerator, by: denominator)
            case "=":
                let method = CostMethod.allCases[compared % 2]
                let basis = Portfolio(history, method, in: currency, rate: rate).coins[Self.coin] ?? CostBasis(method)
                let figures = HoldingFigures(Self.coin, basis, price: price)
                #expect("= \(basis.figures) \(figures.text)" == line, "history \(compared / 2 + 1), \(method)")
                compared += 1
            default: history.append(try transaction(fields, number: history.count + 1))
            }
        }
        #expect(compared == 2 * (Int(count) ?? 0))
    }

    private static let coin = CoinID(1)

    private func transaction(_ fields: [String], number: Int) throws -> Transaction {
        let kinds: [String: Transaction.Kind] = ["b": .bought, "s": .sold, "t": .moved]
        let kind = try #require(kinds[fields[0]])
        let (coinFee, moneyFee) = try (self.number(fields[3]), self.number(fields[7]))
        let paid = BigDecimal(fields[4].dropFirst(2))
        let money: Transaction.Money? = fields[4].hasPrefix("p:") ? paid.map { .price($0) } : paid.map { .total($0) }
        return Transaction(
            TransactionID(rawValue: UInt64(number)),
            kind,
            try self.number(fields[2]),
            of: Self.coin,
            money: kind == .moved ? nil : money,
            in: fields[5],
            dollarRate: fields[5] == Currency.usd.name ? nil : try self.number(fields[6]),
            fee: coinFee.isZero
                ? moneyFee.isZero ? nil : Transaction.Fee(moneyFee, isInCoin: false)
                : Transaction.Fee(coinFee, isInCoin: true),
            at: MarketTime(seconds: Int64(number)),
            account: fields[1],
            target: kind == .moved ? fields[4] : ""
        )
    }

    private static func reference(seed: String, count: String) throws -> String {
        var project = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { project.deleteLastPathComponent() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", project.appendingPathComponent("scripts/checks/holdings-reference").path, seed, count,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "the reference has failed")
        return String(decoding: text, as: UTF8.self)
    }
}

extension CostBasis {
    fileprivate var figures: String {
        let held = accounts.filter { !$0.value.isZero }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return [
            amount.plainText, cost.plainText, realized.plainText, soldCost.plainText,
            averageCost?.plainText ?? "-", missing.plainText, held.joined(separator: ","),
            lots.map { "\($0.amount):\($0.cost)" }.joined(separator: ","),
        ].joined(separator: " ")
    }
}

extension HoldingFigures {
    fileprivate var text: String {
        [value, unrealized, unrealizedPercent, realizedPercent].map { $0?.plainText ?? "-" }.joined(separator: " ")
    }
}
