/// The offsets of all years to come, from the last line of a zone's file: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// The form is that of POSIX's variable TZ, with hours from -167 to 167 (RFC 9636, section 3.3.1).
struct ZoneRule: Sendable {
    /// In seconds east of UTC.
    private let standard: Int
    private let summer: Summer?

    private struct Summer {
        let offset: Int
        let start: YearlyChange
        let end: YearlyChange
    }

    init?(_ text: String) {
        var text = text[...]
        guard Self.takeName(&text), let west = Self.takeTime(&text) else { return nil }
        standard = -west
        if text.isEmpty {
            summer = nil
            return
        }
        guard Self.takeName(&text) else { return nil }
        var offset = standard + 3600
        if let first = text.first, first != "," {
            guard let west = Self.takeTime(&text) else { return nil }
            offset = -west
        }
        guard let start = YearlyChange(&text), let end = YearlyChange(&text), text.isEmpty else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// In seconds east of UTC.
    func offset(at time: Int64) -> Int {
        guard let summer else { return standard }
        let year = CivilDate(daysSince1970: MarketTime.floorDivision(time + Int64(standard), 86_400).quotient).year
        // Each is in the local time that is valid until then.
        let start = summer.start.time(in: year) - Int64(standard)
        let end = summer.end.time(in: year) - Int64(summer.offset)
        let isSummer = start < end ? start..<end ~= time : !(end..<start ~= time)
        return isSummer ? summer.offset : standard
    }

    /// `CET`, or `<+0330>`.
    private static func takeName(_ text: inout Substring) -> Bool {
        if text.first == "<" {
            guard let end = text.firstIndex(of: ">") else { return false }
            text = text[end...].dropFirst()
            return true
        }
        let name = text.prefix(while: \.isLetter)
        text = text.dropFirst(name.count)
        return name.count >= 3
    }

    /// `[+-]hours[:minutes[:seconds]]`, in seconds.
    fileprivate static func takeTime(_ text: inout Substring) -> Int? {
        let sign = text.first == "-" ? -1 : 1
        if text.first == "-" || text.first == "+" { text = text.dropFirst() }
        guard let hours = takeNumber(&text), hours <= 167 else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where text.first == ":" {
            text = text.dropFirst()
            guard let number = takeNumber(&text), number < 60 else { return nil }
            seconds += number * unit
        }
        return sign * seconds
    }

    fileprivate static func takeNumber(_ text: inout Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        text = text.dropFirst(digits.count)
        return digits.count <= 3 ? Int(digits) : nil
    }
}

/// A moment of each year at which the offset changes.
private struct YearlyChange {
    private enum Day {
        /// From 1 to 365, where February never has a 29th.
        case julian(Int)
        /// From 0 to 365.
        case ofYear(Int)
        /// The `week`th such day of the month, where the fifth is the last. Sunday is 0.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    private let day: Day
    /// In seconds since midnight.
    private let second: Int

    /// Takes `,M3.5.0/2`, `,J60` or `,59`.
    init?(_ text: inout Substring) {
        guard text.popFirst() == "," else { return nil }
        switch text.first {
        case "M":
            var numbers: [Int] = []
            repeat {
                text = text.dropFirst()
                guard let number = ZoneRule.takeNumber(&text) else { return nil }
                numbers.append(number)
            } while text.first == "." && numbers.count < 3
            guard numbers.count == 3, 1...12 ~= numbers[0], 1...5 ~= numbers[1], 0...6 ~= numbers[2] else { return nil }
            day = .weekday(month: numbers[0], week: numbers[1], weekday: numbers[2])
        case "J":
            text = text.dropFirst()
            guard let number = ZoneRule.takeNumber(&text), 1...365 ~= number else { return nil }
            day = .julian(number)
        default:
            guard let number = ZoneRule.takeNumber(&text), 0...365 ~= number else { return nil }
            day = .ofYear(number)
        }
        guard text.first == "/" else {
            second = 2 * 3600
            return
        }
        text = text.dropFirst()
        guard let time = ZoneRule.takeTime(&text) else { return nil }
        second = time
    }

    /// In seconds since 1970, in the zone's own time.
    func time(in year: Int64) -> Int64 { days(in: year) * 86_400 + Int64(second) }

    private func days(in year: Int64) -> Int64 {
        let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
        switch day {
        case .ofYear(let number): return newYear + Int64(number)
        case .julian(let number):
            let isAfterFebruary = number > 59
            let start = isAfterFebruary ? CivilDate(year: year, month: 3, day: 1).daysSince1970 - 60 : newYear - 1
            return start + Int64(number)
        case .weekday(let month, let week, let weekday):
            let first = CivilDate(year: year, month: Int64(month), day: 1).daysSince1970
            let next =
                month == 12
                ? CivilDate(year: year + 1, month: 1, day: 1) : CivilDate(year: year, month: Int64(month) + 1, day: 1)
            // 1970-01-01 was a Thursday.
            let firstWeekday = MarketTime.floorDivision(first + 4, 7).remainder
            let day = first + (Int64(weekday) - firstWeekday + 7) % 7 + Int64(week - 1) * 7
            return day < next.daysSince1970 ? day : day - 7
        }
    }
}
