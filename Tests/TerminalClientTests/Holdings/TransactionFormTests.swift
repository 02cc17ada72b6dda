import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// The values of a transaction that users type, on the screen or as options.
@MainActor
struct TransactionFormTests {
    private static let now = MarketTime(seconds: 1_700_000_000)
    private let bitcoin = CoinID(1)
    private let context = TransactionContext(now: now, rates: KnownRates(), offers: ServerOffers())

    private func form(_ fields: [TransactionForm.Field: String]) -> TransactionForm {
        var form = TransactionForm()
        for (field, text) in fields { form[field] = text }
        return form
    }

    private func fault(_ fields: [TransactionForm.Field: String]) -> TransactionFault? {
        do throws(TransactionFault) {
            _ = try form(fields).transaction(TransactionID(rawValue: 1), of: bitcoin, context)
            return nil
        } catch {
            return error
        }
    }

    @Test func theNewestTableIsUsedForItsOwnDayAndSixMore() throws {
        let friday = CivilDate(year: 2023, month: 11, day: 10)
        let rate = try ExactDecimal(parsing: "1.085")
        let rates = ExchangeRates(source: "bank", day: friday, heard: Self.now, base: "EUR", rates: ["USD": rate])
        // Eight days later, the bank has not published anything new.
        let now = Self.now.adding(seconds: 8 * 86_400)
        let context = TransactionContext(now: now, rates: KnownRates(newest: rates), offers: ServerOffers())
        for day in 9...17 {
            let date = CivilDate(year: 2023, month: 11, day: Int64(day))
            let form = form([.amount: "1", .price: "2", .currency: "EUR", .time: "\(date)"])
            let result = Result { () throws(TransactionFault) in
                try form.transaction(TransactionID(rawValue: 1), of: bitcoin, context).dollarRate
            }
            let isKnown = (10...16).contains(day)
            let expected: Result<BigDecimal?, TransactionFault> =
                isKnown ? .success(BigDecimal(rate)) : .failure(.noRate("EUR", date, nil))
            #expect(result == expected, "on \(date)")
        }
    }

    @Test func aTransactionBecomesAFormAndBackWithNothingLost() throws {
        let number = { (text: String) in BigDecimal(text) ?? .zero }
        let all = [
            Transaction(
                TransactionID(rawValue: 1),
                .bought,
                number("0.5"),
                of: bitcoin,
                money: .price(number("60000.25")),
                in: "EUR",
                dollarRate: number("1.085"),
                fee: Transaction.Fee(number("12.5"), isInCoin: false),
                at: MarketTime(seconds: 1_600_000_000),
                account: "exchange",
                note: "first",
                importID: 7
            ),
            Transaction(
                TransactionID(rawValue: 2),
                .moved,
                number("0.25"),
                of: bitcoin,
                fee: Transaction.Fee(number("0.0001"), isInCoin: true),
                at: MarketTime(seconds: 1_600_000_000),
                account: "exchange",
                target: "wallet"
            ),
        ]
        for one in all {
            let form = TransactionForm(one)
            #expect(try form.transaction(one.id, of: one.coin, importID: one.importID, context) == one)
        }
    }

    /// Once, an edit moved a sale before the purchase of the same second.
    @Test(arguments: [
        (MarketTime(milliseconds: 1_600_000_000_900), "2020-09-13T12:26:40.900Z"),
        (MarketTime(seconds: 1_600_000_000), "2020-09-13T12:26:40Z"),
    ])
    func anEditOfANoteKeepsTheTimeToTheMillisecond(time: MarketTime, text: String) throws {
        var sale = Transaction(
            TransactionID(rawValue: 1),
            .sold,
            .one,
            of: bitcoin,
            money: .price(.one),
            at: time
        )
        var form = TransactionForm(sale)
        #expect(form[.time] == text)
        form[.note] = "x"
        sale.note = "x"
        #expect(try form.transaction(sale.id, of: bitcoin, context) == sale)
    }

    @Test func anUnreadableValueIsNamedWithItsField() {
        let usual: [TransactionForm.Field: String] = [.amount: "1", .price: "5"]
        let with = { (fields: [TransactionForm.Field: String]) in fault(usual.merging(fields) { $1 }) }
        #expect(with([:]) == nil)
        #expect(with([.kind: "lent"]) == .noKind("lent"))
        #expect(with([.amount: ""]) == .missing(.amount))
        #expect(with([.amount: "1,5"]) == .noNumber(.amount, "1,5"))
        #expect(with([.amount: "0"]) == invalid(.amount, "an amount that is not above 0"))
        #expect(with([.price: "-5"]) == invalid(.price, "a price below 0: -5"))
        #expect(with([.price: "-5"])?.field == .price)
        #expect(with([.amount: String(repeating: "1", count: 41)]) == .tooLong(.amount, 41, max: 40))
        #expect(
            with([.coinFee: "0.1234567890123456789"]) == invalid(.coinFee, "a fee with 19 decimals, of 18 at most")
        )
        #expect(with([.coinFee: "2"])?.field == .coinFee)
        #expect(with([.price: ""]) == .noMoney)
        #expect(with([.total: "5"]) == .noMoney)
        #expect(with([.kind: "moved", .account: "a", .target: "b"]) == .transferWithMoney)
        let transfer = fault([.kind: "moved", .amount: "1"])
        #expect(transfer == .sameAccount)
        #expect(transfer?.words(\.title) == "a transfer has two different accounts; correct Account or To account")
        #expect(with([.target: "b"]) == .targetWithoutTransfer)
        #expect(with([.fee: "1", .coinFee: "1"]) == .twoFees)
        #expect(with([.time: "yesterday"]) == .noTime("yesterday"))
        #expect(with([.time: "2023-02-30"]) == .noTime("2023-02-30"))
        #expect(with([.time: "2031-01-01"]) == .future("2031-01-01"))
        #expect(with([.time: "1950-01-01"]) == .tooOld("1950-01-01", oldest: CivilDate(year: 2009, month: 1, day: 3)))
        #expect(with([.currency: "XQZ", .rate: "1"]) == .unknownCurrency("XQZ"))
        #expect(with([.currency: "eur", .rate: "1"]) == nil)
        #expect(with([.currency: "EUR"]) == .noRate("EUR", Self.now.date, nil))
        #expect(with([.note: String(repeating: "n", count: 201)]) == .tooLong(.note, 201, max: 200))
        #expect(with([.account: String(repeating: "n", count: 41)]) == .tooLong(.account, 41, max: 40))
        #expect(with([.note: "a\u{7}"]) == invalid(.note, "a note with a control character"))
    }

    private func invalid(_ part: TransactionProblem.Part, _ words: String) -> TransactionFault {
        .invalid(TransactionProblem(part, words))
    }

    /// Once, the empty form asked for a price first.
    @Test func theMissingAmountOfAnEmptyFormIsNamedBeforeTheMissingPrice() {
        #expect(fault([:]) == .missing(.amount))
        #expect(fault([.amount: "1"]) == .noMoney)
    }

    private func purchaseInEuros() throws -> Transaction {
        Transaction(
            TransactionID(rawValue: 1),
            .bought,
            .one,
            of: bitcoin,
            money: .price(try #require(BigDecimal("5"))),
            in: "EUR",
            dollarRate: BigDecimal("1.08"),
            fee: Transaction.Fee(.one, isInCoin: false),
            at: try #require(MarketTime(iso8601: "2023-01-01T12:00:00.250Z"))
        )
    }

    @Test func whatIsTypedReplacesWhatContradictsIt() throws {
        var form = TransactionForm(try purchaseInEuros())
        (form[.total], form[.coinFee]) = ("7", "0.1")
        #expect(form[.price].isEmpty && form[.fee].isEmpty && form[.rate] == "1.08")
        form[.kind] = "moved"
        #expect(form[.total] == "7" && form[.currency] == "USD" && form[.coinFee] == "0.1" && form[.rate].isEmpty)
        (form[.kind], form[.total]) = ("sold", "")
        #expect(form[.price] == "5" && form[.currency] == "EUR", "nothing contradicts them any more")
    }

    @Test func aTransferHasNoTargetOnceItIsASale() {
        let transfer = Transaction(
            TransactionID(rawValue: 1),
            .moved,
            .one,
            of: bitcoin,
            at: Self.now,
            account: "exchange",
            target: "wallet"
        )
        var form = TransactionForm(transfer)
        form[.kind] = "sold"
        #expect(form[.target].isEmpty && form[.account] == "exchange")
        form[.kind] = "moved"
        #expect(form[.target] == "wallet")
    }

    /// Once, a purchase whose currency was corrected to JPY cost 1.08 dollars per yen.
    @Test func aRateHoldsForItsOwnCurrencyAndDayOnly() throws {
        let purchase = try purchaseInEuros()
        let other: [(TransactionForm.Field, String)] = [
            (.currency, "JPY"), (.currency, "EU"), (.currency, ""), (.time, "2023-01-02"), (.time, "2023"), (.time, ""),
        ]
        for (field, text) in other {
            var form = TransactionForm(purchase)
            form[field] = text
            #expect(form[.rate].isEmpty, "\(field) '\(text)'")
            form[.rate] = "1.1"
            #expect(form[.rate] == "1.1", "\(field) '\(text)': what was typed stays")
        }
        for (field, text) in [(TransactionForm.Field.currency, "eur"), (.time, "2023-01-01"), (.note, "x")] {
            var form = TransactionForm(purchase)
            form[field] = text
            #expect(form[.rate] == "1.08", "\(field) '\(text)'")
        }
        var form = TransactionForm(purchase)
        form[.currency] = "JPY"
        #expect(throws: TransactionFault.noRate("JPY", CivilDate(year: 2023, month: 1, day: 1), nil)) {
            try form.transaction(purchase.id, of: bitcoin, context)
        }
    }

    @Test func onlyANewShortfallIsReported() {
        let number = { (text: String) in BigDecimal(text) ?? .zero }
        let make = { (id: UInt64, kind: Transaction.Kind, amount: String, seconds: Int64) in
            Transaction(
                TransactionID(rawValue: id),
                kind,
                number(amount),
                of: CoinID(1),
                money: .price(.one),
                at: MarketTime(seconds: seconds)
            )
        }
        let table = UserTable.setting { _ in
            .put([make(1, .sold, "1", 100), make(2, .bought, "3", 200), make(3, .sold, "2", 300)])
        }
        #expect(table.shortfalls(with: [make(4, .sold, "1", 400)]).isEmpty, "the forced sale is known to lack")
        #expect(table.shortfalls(with: [make(4, .sold, "2", 400)]).map(\.amount) == [.one])
        let smaller = make(2, .bought, "1", 200)
        let later = table.shortfalls(with: [smaller]).first
        #expect(later?.transaction.id == TransactionID(rawValue: 3), "a later sale lacks")
        let words = TransactionShortfall(smaller, in: table)?.words("use --force")
        #expect(words?.hasPrefix("then 1 would be missing") == true)
    }

    @Test func aSaleWithoutAnAccountGetsTheHintThatTheCoinsAreInOne() {
        let purchase = Transaction(
            TransactionID(rawValue: 1),
            .bought,
            .one,
            of: CoinID(1),
            money: .price(.one),
            at: MarketTime(seconds: 100),
            account: "exchange"
        )
        var sale = Transaction(
            TransactionID(rawValue: 2),
            .sold,
            .one,
            of: CoinID(1),
            money: .price(.one),
            at: MarketTime(seconds: 200)
        )
        let table = UserTable.setting { _ in .put([purchase]) }
        let words = "1 more than you held outside your accounts then; "
        #expect(
            TransactionShortfall(sale, in: table)?.words("use --force")
                == words + "name the account, add what is missing first, or use --force"
        )
        sale.account = "exchange"
        #expect(TransactionShortfall(sale, in: table) == nil)
        sale.account = "wallet"
        let otherWords = TransactionShortfall(sale, in: table)?.words("use --force")
        #expect(otherWords?.hasPrefix("1 more than you held in wallet") == true)
    }
}
