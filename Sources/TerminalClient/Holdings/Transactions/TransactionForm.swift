package import Shared

/// What the user types about a transaction: in the fields of a screen, or as options of a command. Both accept the same
/// and refuse the same.
package struct TransactionForm: Equatable, Sendable {
    package enum Field: Int, CaseIterable, Sendable {
        case kind, amount, price, total, currency, rate, fee, coinFee, time, account, target, note
    }

    private static let empty: [Field: String] = [
        .kind: Transaction.Kind.bought.rawValue, .currency: Currency.usd.name,
    ]

    /// The texts with which the form began.
    private let initial: [Field: String]
    private var typed: [Field: String] = [:]

    /// An empty form for a purchase in dollars.
    package init() { initial = Self.empty }

    /// The form of a transaction that exists.
    package init(_ transaction: Transaction) {
        var texts: [Field: String] = [
            .kind: transaction.kind.rawValue, .amount: transaction.amount.plainText,
            .currency: transaction.currency, .time: Self.text(of: transaction.time), .account: transaction.account,
            .target: transaction.target, .note: transaction.note,
        ]
        switch transaction.money {
        case .price(let price): texts[.price] = price.plainText
        case .total(let total): texts[.total] = total.plainText
        case nil: break
        }
        texts[.rate] = transaction.dollarRate?.plainText
        if let fee = transaction.fee { texts[fee.isInCoin ? .coinFee : .fee] = fee.amount.plainText }
        initial = texts
    }

    /// Names milliseconds only if there are some, because an edit must not move the transaction before another one.
    private static func text(of time: MarketTime) -> String {
        time.milliseconds.isMultiple(of: 1000) ? time.shortISO8601 : time.iso8601
    }

    /// What the user types, or gives as an option, replaces the text with which the field began. A field that still has
    /// its first text is empty while that text contradicts what was typed elsewhere. What was typed is never changed.
    package subscript(field: Field) -> String {
        get { typed[field] ?? (isContradicted(field) ? Self.empty : initial)[field] ?? "" }
        set { typed[field] = newValue }
    }

    /// Whether the user has typed into the field.
    func hasTyped(_ field: Field) -> Bool { typed[field] != nil }

    /// Whether the text with which a field began contradicts what was typed elsewhere: a price replaces a total, and a
    /// rate holds only for its own currency and day.
    private func isContradicted(_ field: Field) -> Bool {
        // Nothing contradicts the kind, so this asks no further.
        let kind = Transaction.Kind(typed: typed[.kind] ?? initial[.kind] ?? "")
        let isTyped = { (other: Field) in typed[other]?.isEmpty == false }
        return switch field {
        case .price: kind == .moved || isTyped(.total)
        case .total: kind == .moved || isTyped(.price)
        case .fee: kind == .moved || isTyped(.coinFee)
        case .coinFee: isTyped(.fee)
        case .currency: kind == .moved
        case .rate: kind == .moved || !hasInitialCurrency || !hasInitialDay
        case .target: kind != nil && kind != .moved
        case .kind, .amount, .time, .account, .note: false
        }
    }

    private var hasInitialCurrency: Bool { self[.currency].lowercased() == initial[.currency]?.lowercased() }

    private var hasInitialDay: Bool {
        Self.moment(self[.time])?.date == initial[.time].flatMap(Self.moment)?.date
    }
}

// MARK: Reading
/// The data that is needed to read a form.
package struct TransactionContext: Sendable {
    /// The server's time.
    let now: MarketTime
    package var rates: KnownRates
    let offers: ServerOffers

    @MainActor
    package init(_ link: ServerLink) {
        self.init(now: link.serverTime, rates: link.rates.known, offers: link.user.offers)
    }

    package init(now: MarketTime, rates: KnownRates, offers: ServerOffers) {
        (self.now, self.rates, self.offers) = (now, rates, offers)
    }
}

extension TransactionForm {
    /// When the first coin was made. No transaction is older.
    private static let oldest = CivilDate(year: 2009, month: 1, day: 3)

    /// Checks what needs no server: which fields go together.
    private func check() throws(TransactionFault) {
        let isTransfer = try kind() == .moved
        let given = { (fields: [Field]) in fields.filter { !self[$0].isEmpty } }
        if isTransfer, !given([.price, .total, .fee]).isEmpty { throw .transferWithMoney }
        if isTransfer, self[.account] == self[.target] { throw .sameAccount }
        if !isTransfer, given([.price, .total]).count != 1 { throw .noMoney }
        if !isTransfer, !self[.target].isEmpty { throw .targetWithoutTransfer }
        if given([.fee, .coinFee]).count == 2 { throw .twoFees }
        for field in [Field.account, .target] { try check(field, self[field], max: Transaction.nameMax) }
        try check(.note, self[.note], max: Transaction.noteMax)
    }

    /// - Throws: what is wrong with the first field that cannot be read, or with all of them together.
    package func transaction(
        _ id: TransactionID,
        of coin: CoinID,
        importID: UInt64 = 0,
        _ context: TransactionContext
    ) throws(TransactionFault) -> Transaction {
        let kind = try kind()
        guard let amount = try number(.amount) else { throw .missing(.amount) }
        try check()
        let (time, currency) = (try time(until: context.now), try currency(context.offers))
        var money: Transaction.Money?
        if let price = try number(.price) { money = .price(price) }
        if let total = try number(.total) { money = .total(total) }
        var fee: Transaction.Fee?
        if let amount = try number(.fee), !amount.isZero { fee = Transaction.Fee(amount, isInCoin: false) }
        if let amount = try number(.coinFee), !amount.isZero { fee = Transaction.Fee(amount, isInCoin: true) }
        let transaction = Transaction(
            id,
            kind,
            amount,
            of: coin,
            money: money,
            in: currency,
            dollarRate: kind == .moved ? nil : try dollarRate(of: currency, at: time, context),
            fee: fee,
            at: time,
            account: self[.account],
            target: self[.target],
            note: self[.note],
            importID: importID
        )
        if let problem = transaction.problem { throw .invalid(problem) }
        return transaction
    }

    /// The same, but it requests a missing rate.
    @MainActor
    package func transaction(
        _ id: TransactionID,
        of coin: CoinID,
        importID: UInt64 = 0,
        _ context: TransactionContext,
        asking replica: RateReplica
    ) async throws(TransactionFault) -> Transaction {
        do {
            return try transaction(id, of: coin, importID: importID, context)
        } catch .noRate(let currency, let day, _) {
            let request = DayRatesRequest(currency, from: day, through: day)
            var context = context
            switch await replica.days(request) {
            case .success(let rates): context.rates.learn(rates, for: request)
            case .failure(let problem): throw .noRate(currency, day, problem)
            }
            return try transaction(id, of: coin, importID: importID, context)
        }
    }

    private func check(_ field: Field, _ text: String, max: Int) throws(TransactionFault) {
        if text.count > max { throw .tooLong(field, text.count, max: max) }
    }

    private func kind() throws(TransactionFault) -> Transaction.Kind {
        guard let kind = Transaction.Kind(typed: self[.kind]) else { throw .noKind(self[.kind]) }
        return kind
    }

    private func number(_ field: Field) throws(TransactionFault) -> BigDecimal? {
        let text = self[field].filter { $0 != " " }
        if text.isEmpty { return nil }
        try check(field, text, max: Transaction.numberMax)
        guard let number = BigDecimal(text) else { throw .noNumber(field, text) }
        return number
    }

    private func currency(_ offers: ServerOffers) throws(TransactionFault) -> String {
        let typed = self[.currency]
        if typed.isEmpty { return Currency.usd.name }
        if let offered = offers.currency(typed: typed) { return offered.name }
        let code = typed.uppercased()
        guard CurrencyFormat.isKnown(code) else { throw .unknownCurrency(typed) }
        return code
    }

    private func time(until now: MarketTime) throws(TransactionFault) -> MarketTime {
        let text = self[.time]
        if text.isEmpty { return now }
        guard let time = Self.moment(text) else { throw .noTime(text) }
        // In the user's time zone, it may already be tomorrow.
        if time > now.adding(seconds: 86_400) { throw .future(text) }
        if time.date.daysSince1970 < Self.oldest.daysSince1970 { throw .tooOld(text, oldest: Self.oldest) }
        return time
    }

    /// The time that a text names. A day means its beginning.
    private static func moment(_ text: String) -> MarketTime? {
        if let day = CivilDate(iso8601: text) { return MarketTime(seconds: day.daysSince1970 * 86_400) }
        return text.count > 10 ? MarketTime(iso8601: text) : nil
    }

    /// The rate of the transaction's own day.
    private func dollarRate(
        of currency: String,
        at time: MarketTime,
        _ context: TransactionContext
    ) throws(TransactionFault) -> BigDecimal? {
        if currency == Currency.usd.name { return nil }
        if let rate = try number(.rate) { return rate }
        guard let rate = context.rates.dollars(of: currency, on: time.date) else {
            throw .noRate(currency, time.date, nil)
        }
        return rate
    }
}

extension Transaction.Kind {
    /// - Parameter text: the kind's name or its beginning, in any case.
    fileprivate init?(typed text: String) {
        let text = text.lowercased()
        guard !text.isEmpty, let kind = Self.allCases.first(where: { $0.rawValue.hasPrefix(text) }) else { return nil }
        self = kind
    }
}
