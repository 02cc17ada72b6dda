/// What one unit of a currency costs in others on one day, as one source tells it: small, and replaced as a whole.
public struct ExchangeRates: Hashable, Sendable {
    /// As users know it: `European Central Bank`.
    public var source: String
    /// The day that they are of, by the source's calendar.
    public var day: CivilDate
    /// When the source was last heard to say so, by the server's clock.
    public var heard: MarketTime
    /// What one unit of is priced: `EUR`.
    public var base: String
    /// In units of each currency, above 0; the base is not among them.
    public var rates: [String: ExactDecimal]

    public init(source: String, day: CivilDate, heard: MarketTime, base: String, rates: [String: ExactDecimal]) {
        (self.source, self.day, self.heard) = (source, day, heard)
        (self.base, self.rates) = (base, rates)
    }

    /// No source leaves out more days than these between two tables: the longest pauses, at Easter and Christmas, are of five.
    public static let daysBetween = 6

    /// How many days have begun since their own. Zero where that lies ahead of the clock.
    public func age(at now: MarketTime) -> Int {
        Int(clamping: max(0, now.date.daysSince1970 - day.daysSince1970))
    }

    /// Whether there should be newer ones by now.
    public func isOld(at now: MarketTime) -> Bool { age(at: now) > Self.daysBetween }

    /// How many units of a currency one US dollar is; nil: the table does not tell.
    public func conversion(to name: String) -> Conversion? {
        guard let dollar = rate(of: Currency.usd.name), let other = rate(of: name) else { return nil }
        return Conversion(other, by: dollar)
    }

    /// What one unit of a currency is in dollars, rounded to 18 decimals; nil: the table does not tell.
    public func dollars(of name: String) -> BigDecimal? {
        guard let dollar = rate(of: Currency.usd.name), let other = rate(of: name), other > .zero else { return nil }
        return BigDecimal(dollar).divided(by: BigDecimal(other))
    }

    /// What the base costs; in itself 1.
    private func rate(of name: String) -> ExactDecimal? { name == base ? .one : rates[name] }
}

extension ExactDecimal {
    static let one = try? ExactDecimal(mantissa: 1, exponent: 0)
}
