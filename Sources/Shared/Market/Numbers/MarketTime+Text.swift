extension MarketTime {
    /// Reads `2021-06-29T00:23:45.130Z`, also with a blank for the `T`, without the fraction, or with `+0200`, `+02:00`.
    /// Nil if there is no such day.
    public init?(iso8601 text: String) {
        var fields = DigitFields(text)
        guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2), fields.skip("-"),
            let day = fields.number(2), fields.skip("T") || fields.skip(" "),
            let hour = fields.number(2), fields.skip(":"), let minute = fields.number(2), fields.skip(":"),
            let second = fields.number(2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = fields.milliseconds()
        guard let offset = fields.zoneSeconds() else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        let days = date.daysSince1970
        // Every month has the first 28 days.
        guard day <= 28 || CivilDate(daysSince1970: days) == date else { return nil }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(milliseconds: seconds * 1000 + fraction)
    }

    /// `2021-06-29T00:23:45.130Z`.
    public var iso8601: String {
        let (days, dayMilliseconds) = Self.floorDivision(milliseconds, 86_400_000)
        let date = CivilDate(daysSince1970: days)
        return Self.padded(date.year, 4) + "-" + Self.padded(date.month) + "-" + Self.padded(date.day) + "T"
            + Self.clock(dayMilliseconds / 1000) + "." + Self.padded(dayMilliseconds % 1000, 3) + "Z"
    }

    /// Without fractions of a second: `2021-06-29T00:23:45Z`.
    public var shortISO8601: String { String(iso8601.prefix { $0 != "." }) + "Z" }

    /// The time of day in UTC: `00:23:45`.
    public var clockText: String { Self.clock(Self.floorDivision(milliseconds, 86_400_000).remainder / 1000) }

    /// Date and time of day in UTC: `2021-06-29 00:23:45`.
    public var dateAndClockText: String { iso8601.prefix(10) + " " + clockText }

    /// The first moment of the UTC day after this one.
    public var nextDay: Self {
        Self(milliseconds: (Self.floorDivision(milliseconds, 86_400_000).quotient + 1) * 86_400_000)
    }

    /// The first moment of the UTC month after this one.
    public var nextMonth: Self {
        let next = CivilDate(
            year: date.month == 12 ? date.year + 1 : date.year,
            month: date.month == 12 ? 1 : date.month + 1,
            day: 1
        )
        return Self(milliseconds: next.daysSince1970 * 86_400_000)
    }

    static func padded(_ number: Int64, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func clock(_ second: Int64) -> String {
        padded(second / 3600) + ":" + padded(second / 60 % 60) + ":" + padded(second % 60)
    }
}

extension CivilDate: CustomStringConvertible {
    /// Reads `2026-11-20`; nil if there is no such day.
    public init?(iso8601 text: String) {
        var fields = DigitFields(text)
        guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2), fields.skip("-"),
            let day = fields.number(2), fields.isEmpty
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard (1...12).contains(month), (1...31).contains(day), CivilDate(daysSince1970: date.daysSince1970) == date
        else { return nil }
        self = date
    }

    /// `2026-11-20`
    public var description: String {
        MarketTime.padded(year, 4) + "-" + MarketTime.padded(month) + "-" + MarketTime.padded(day)
    }
}

extension MarketTime: CustomStringConvertible {
    public var description: String { iso8601 }
}

/// Takes fixed-width fields off the front of a text.
private struct DigitFields {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isEmpty: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ width: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// `.130` as 130; digits beyond the third are dropped, as a clock does.
    mutating func milliseconds() -> Int64 {
        guard skip(".") else { return 0 }
        var value: Int64 = 0
        var weight: Int64 = 100
        while let digit = digit() { (value, weight) = (value + digit * weight, weight / 10) }
        return value
    }

    /// `Z`, `+02:00`, ` +0200`, or nothing (UTC); nil for anything else.
    mutating func zoneSeconds() -> Int64? {
        _ = skip(" ")
        if rest.isEmpty { return 0 }
        if skip("Z") { return rest.isEmpty ? 0 : nil }
        let sign: Int64
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(2) else { return nil }
        _ = skip(":")
        guard let minutes = number(2), rest.isEmpty else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func digit() -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }
}
