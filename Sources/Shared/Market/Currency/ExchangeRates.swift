/// The prices of one unit of a base currency in other currencies on one day, from one source. The table is small and
/// replaced as a whole.
public struct ExchangeRates: Hashable, Sendable {
    /// The source's name for users.
    public var source: String
    /// The day of the rates, by the source's calendar.
    public var day: CivilDate
    /// When the source last confirmed them, by the server's clock.
    public var heard: MarketTime
    /// The currency whose unit is priced: `EUR`.
    public var base: String
    /// The price of one unit of the base in each currency, above 0. The base is not in the table.
    public var rates: [String: ExactDecimal]

    public init(source: String, day: CivilDate, heard: MarketTime, base: String, rates: [String: ExactDecimal]) {
        (self.source, self.day, self.heard) = (source, day, heard)
        (self.base, self.rates) = (base, rates)
    }

    /// How many days may pass between two tables. The longest pauses, at Easter and Christmas, have five days without
    /// rates.
    public static let daysBetween = 6

    /// How many days have begun since the day of the rates; zero if that day is in the future.
    public func age(at now: MarketTime) -> Int {
        Int(clamping: max(0, now.date.daysSince1970 - day.daysSince1970))
    }

    /// Whether newer rates should exist by now.
    public func isOld(at now: MarketTime) -> Bool { age(at: now) > Self.daysBetween }

    /// Whether these are of an earlier day than other rates; false if there are no others.
    public func isOlder(than other: ExchangeRates?) -> Bool {
        other.map { day.daysSince1970 < $0.day.daysSince1970 } ?? false
    }

    /// The price of one US dollar in a currency; nil if the table does not have it.
    public func conversion(to name: String) -> Conversion? {
        guard let dollar = rate(of: Currency.usd.name), let other = rate(of: name) else { return nil }
        return Conversion(other, by: dollar)
    }

    /// The price of one unit of a currency in dollars, rounded to 18 decimals; nil if the table does not have it.
    public func dollars(of name: String) -> BigDecimal? {
        guard let dollar = rate(of: Currency.usd.name), let other = rate(of: name), other > .zero else { return nil }
        return BigDecimal(dollar).divided(by: BigDecimal(other))
    }

    /// The price of the base in a currency; 1 for the base itself.
    private func rate(of name: String) -> ExactDecimal? { name == base ? .one : rates[name] }
}

extension ExactDecimal {
    static let one = try? ExactDecimal(mantissa: 1, exponent: 0)
}
