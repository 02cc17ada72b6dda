import Foundation
import TestSupport
import Testing

@testable import Shared

/// Time zones, from the system's database.
struct ZoneTests {
    /// Foundation reads its own database, so two readers check each other. Their copies may differ for recent years.
    @Test func offsetsEqualFoundations() throws {
        var compared = 0
        for name in TimeZone.knownTimeZoneIdentifiers where ZoneDatabase.name(typed: name) == name {
            let zone = try #require(ZoneDatabase.zone(named: name))
            let reference = try #require(TimeZone(identifier: name))
            // From 1970 to 2019, every 12 days and 7 hours.
            for time in stride(from: Int64(0), to: 1_577_836_800, by: 1_062_000) {
                let expected = reference.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time)))
                guard zone.offset(at: time) != expected else { continue }
                Issue.record("\(name) at \(time): \(zone.offset(at: time)), and Foundation has \(expected)")
                break
            }
            compared += 1
        }
        #expect(compared > 300)
    }

    /// A file lists single changes up to 2037, and a rule for later years.
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Tokyo", "Europe/Dublin", "America/Santiago",
    ])
    func yearsToComeFollowTheRule(name: String) throws {
        let zone = try #require(ZoneDatabase.zone(named: name))
        let reference = try #require(TimeZone(identifier: name))
        // From 2030 to 2120, every 9 hours.
        for time in stride(from: Int64(1_893_456_000), to: 4_733_510_400, by: 32_400) {
            let expected = reference.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time)))
            try #require(zone.offset(at: time) == expected, "at \(time)")
        }
    }

    @Test(
        arguments: [
            // Sundays and half hours: Lord Howe Island moves its clocks by 30 minutes.
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1_735_689_600, 39_600),
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1_751_328_000, 37_800),
            // Times beyond the day: Greenland's summer begins on the Saturday before.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_743_296_399, -7200),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_743_296_400, -3600),
            // Days of the year: 60 is March 1, with or without a leap day before it, and day 59 is not.
            ("AAA0BBB,J60/0,J300/0", 1_709_251_200, 3600), ("AAA0BBB,J60/0,J300/0", 1_709_251_199, 0),
            ("AAA0BBB,59/0,J300/0", 1_709_164_800, 3600), ("AAA0BBB,59/0,J300/0", 1_709_164_799, 0),
            ("UTC0", 1_700_000_000, 0),
        ] as [(String, Int64, Int)]
    )
    func aRuleHolds(text: String, time: Int64, offset: Int) throws {
        #expect(try #require(ZoneRule(text)).offset(at: time) == offset)
    }

    @Test(arguments: [
        "", "C", "CET", "CET-1CEST", "CET-1CEST,M3.5", "CET-1CEST,M13.5.0,M10.5.0", "CET-200", "<CET-1",
        "CET-1CEST,J0,J1", "CET-1CEST,M3.5.0,M10.5.0/3 ",
    ])
    func whatIsNoRuleIsNotRead(text: String) { #expect(ZoneRule(text) == nil) }

    @Test func aDamagedFileIsNotRead() throws {
        let bytes = try SmallFile.read("/usr/share/zoneinfo/Europe/Berlin")
        #expect(ZoneFile(bytes) != nil)
        for count in 0..<bytes.count { #expect(ZoneFile(Array(bytes.prefix(count))) == nil) }
        var seed = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int.random(in: 0..<bytes.count, using: &seed)] = .random(in: 0...255, using: &seed)
            }
            _ = ZoneFile(damaged)?.offset(at: .random(in: -5_000_000_000...5_000_000_000, using: &seed))
        }
    }

    @Test(arguments: [
        "../../../etc/passwd", "Europe/../Europe/Berlin", "/Europe/Berlin", "Europe", "CET", "posix/Europe/Berlin", "",
    ])
    func onlyNamesOfTheDatabaseLeadToFiles(name: String) {
        #expect(ZoneDatabase.name(typed: name) == nil && ZoneDatabase.zone(named: name) == nil)
    }
}
