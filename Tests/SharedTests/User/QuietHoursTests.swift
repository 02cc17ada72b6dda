import Testing

@testable import Shared

/// The hours in which alerts are silent.
struct QuietHoursTests {
    /// 2024-12-11 12:00 UTC.
    private let noon = MarketTime(seconds: 1_733_918_400)

    private func time(hours: Int64, minutes: Int64 = 0) -> MarketTime {
        noon.adding(seconds: (hours - 12) * 3600 + minutes * 60)
    }

    @Test func aNightEndsOnTheNextMorning() throws {
        let night = try #require(QuietHours("22:00-07:00 UTC"))
        #expect(night.end(at: time(hours: 21, minutes: 59)) == nil)
        #expect(night.end(at: time(hours: 22)) == time(hours: 31))
        #expect(night.end(at: time(hours: 25)) == time(hours: 31))
        #expect(night.end(at: time(hours: 6, minutes: 59)) == time(hours: 7))
        #expect(night.end(at: time(hours: 7)) == nil)
    }

    @Test func hoursOfOneDayEndOnIt() throws {
        let lunch = try #require(QuietHours("12:00-13:30 utc"))
        #expect(lunch.end(at: noon) == time(hours: 13, minutes: 30))
        #expect(lunch.end(at: time(hours: 13, minutes: 30)) == nil)
        #expect(lunch.text == "12:00-13:30 UTC")
    }

    @Test func theZonesOwnHoursCount() throws {
        let berlin = try #require(QuietHours("22:00-07:00 europe/berlin"))
        #expect(berlin.text == "22:00-07:00 Europe/Berlin")
        // 22:00 in Berlin is 21:00 UTC in winter.
        #expect(berlin.end(at: time(hours: 20, minutes: 59)) == nil)
        #expect(berlin.end(at: time(hours: 21)) == time(hours: 30))
    }

    @Test func aNightInWhichSummerTimeBeginsIsAnHourShorter() throws {
        let berlin = try #require(QuietHours("22:00-07:00 Europe/Berlin"))
        // 2024-03-30 23:00 in Berlin; 07:00 of the next day is 05:00 UTC.
        let evening = MarketTime(seconds: 1_711_836_000)
        #expect(berlin.end(at: evening) == MarketTime(seconds: 1_711_861_200))
    }

    /// On 2027-03-28 in Berlin, 03:00 follows 01:59.
    @Test func hoursWhoseEndIsSkippedEndWhenTheClocksChange() throws {
        let berlin = try #require(QuietHours("22:00-02:30 Europe/Berlin"))
        let change = MarketTime(seconds: 1_806_195_600)
        #expect(berlin.end(at: change.adding(seconds: -900)) == change)
        #expect(berlin.end(at: change) == nil)
    }

    /// In Beirut, clocks change at midnight; on Lord Howe Island, by half an hour.
    @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "Africa/Cairo"])
    func theEndIsTheFirstMomentThatIsNotQuiet(name: String) throws {
        let zone = try #require(ZoneDatabase.zone(named: name))
        let changes = stride(from: Int64(1_798_761_600), to: 1_830_297_600, by: 1800).filter {
            zone.offset(at: $0) != zone.offset(at: $0 - 1800)
        }
        try #require(changes.count == 2, "in 2027")
        for start in 0..<48 {
            for end in 0..<48 where end != start {
                let hours = try #require(QuietHours("\(Self.clock(start))-\(Self.clock(end)) \(name)"))
                let isQuiet = { (moment: Int64) in
                    let local = MarketTime.floorDivision(moment + Int64(zone.offset(at: moment)), 86_400)
                    let half = Int(local.remainder / 1800)
                    return start < end ? start..<end ~= half : !(end..<start ~= half)
                }
                for change in changes {
                    for moment in [-5400, -1800, -1, 0, 1800].map({ change + $0 }) {
                        let found = hours.end(at: MarketTime(seconds: moment)).map { $0.milliseconds / 1000 }
                        let isRight =
                            if let found {
                                found > moment && isQuiet(moment) && isQuiet(found - 1) && !isQuiet(found)
                                    && (!(moment..<found ~= change) || isQuiet(change))
                            } else {
                                !isQuiet(moment)
                            }
                        try #require(isRight, "\(hours.text) at \(moment)")
                    }
                }
            }
        }
    }

    /// - Parameter half: a half hour of the day.
    private static func clock(_ half: Int) -> String { "\(half / 2):\(half % 2 == 0 ? "00" : "30")" }

    @Test(arguments: [
        "", "off", "22:00-07:00", "22:00 Europe/Berlin", "22:00-22:00 UTC", "24:00-07:00 UTC", "22:60-07:00 UTC",
        "22-7 UTC", "22:00-07:00 Nowhere/Town", "22:00-07:00 CET", "-1:00-07:00 UTC", "22:00-07:00 UTC more",
    ])
    func whatIsNoHoursIsNotRead(text: String) { #expect(QuietHours(text) == nil) }

    @Test(arguments: [
        ("at night", "there are no quiet hours 'at night'; use off, or hours such as 22:00-07:00 Europe/Berlin"),
        ("22:00-07:00", "quiet hours end with one time zone; use 22:00-07:00 and a zone such as Europe/Berlin"),
        ("22:00-07:00 Nowhere/Town", "there is no time zone 'Nowhere/Town'; use a name such as Europe/Berlin, or UTC"),
    ])
    func theSettingSaysWhatIsWrong(text: String, words: String) {
        #expect(throws: SettingFault(words)) { try Settings.quietHours.choice(typed: text, .init()) }
    }

    @Test func theSettingAcceptsOnlyOffAndHours() throws {
        let setting = Settings.quietHours
        #expect(try setting.choice(typed: "OFF", .init()).text == "off")
        #expect(try setting.choice(typed: "22:00-07:00 europe/berlin", .init()).text == "22:00-07:00 Europe/Berlin")
        #expect(setting.choice("at night", .init())?.text == "off", "a stored text that cannot be read does not hold")
    }
}
