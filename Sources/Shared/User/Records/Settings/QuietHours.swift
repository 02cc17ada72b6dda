/// The hours of each day in which alerts neither ring nor are posted: `22:00-07:00 Europe/Berlin`.
public struct QuietHours: Hashable, Sendable {
    /// In minutes since midnight. An end before the start is on the next day.
    public let start: Int
    public let end: Int
    /// A name of the time zone database.
    public let zone: String

    /// Hours and a zone, as the user types them.
    public static let example = "22:00-07:00 Europe/Berlin"

    /// Reads `22:00-07:00 Europe/Berlin`, in any case.
    /// - Returns: nil for anything else, such as invalid or equal hours, or a zone that this machine does not know.
    public init?(_ text: String) { try? self.init(typed: text) }

    init(typed text: String) throws(SettingFault) {
        let parts = text.split(separator: " ")
        let hours = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard hours.count == 2, let start = Self.minute(hours[0]), let end = Self.minute(hours[1]), start != end else {
            throw SettingFault("there are no quiet hours '\(text)'; use off, or hours such as \(Self.example)")
        }
        guard parts.count == 2, parts[1].utf8.count <= 64 else {
            throw SettingFault("quiet hours end with one time zone; use \(parts[0]) and a zone such as Europe/Berlin")
        }
        guard let zone = ZoneDatabase.name(typed: String(parts[1])) else {
            throw SettingFault("there is no time zone '\(parts[1])'; use a name such as Europe/Berlin, or UTC")
        }
        (self.start, self.end, self.zone) = (start, end, zone)
    }

    public var text: String { "\(Self.text(start))-\(Self.text(end)) \(zone)" }

    /// The end of the quiet hours that `time` is in: the first moment that is not quiet; nil if `time` is in none.
    public func end(at time: MarketTime) -> MarketTime? {
        guard let zone = ZoneDatabase.zone(named: zone) else { return nil }
        let asked = MarketTime.floorDivision(time.milliseconds, 1000).quotient
        var moment = asked
        while let length = rest(at: moment, in: zone) {
            // The clocks may change before that, and skip the end or show it later.
            let offset = zone.offset(at: moment)
            moment = (moment..<moment + length).partitioningIndex { zone.offset(at: $0) != offset }
        }
        return moment > asked ? MarketTime(seconds: moment) : nil
    }

    /// The seconds until the hours end, if the clocks do not change before; nil if the moment is not quiet.
    private func rest(at moment: Int64, in zone: ZoneFile) -> Int64? {
        let day: Int64 = 86_400
        let second = MarketTime.floorDivision(moment + Int64(zone.offset(at: moment)), day).remainder
        let minute = Int(second / 60)
        let isQuiet = start < end ? start..<end ~= minute : minute >= start || minute < end
        if !isQuiet { return nil }
        let rest = Int64(end) * 60 - second
        return rest > 0 ? rest : rest + day
    }

    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2, let hour = Int(parts[0]),
            let minute = Int(parts[1]), 0...23 ~= hour, 0...59 ~= minute
        else { return nil }
        return hour * 60 + minute
    }

    private static func text(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }
}

extension UserTable {
    /// Nil: alerts ring and are posted at any hour.
    public var quietHours: QuietHours? { storedText(of: Settings.quietHours).flatMap { QuietHours($0) } }
}
