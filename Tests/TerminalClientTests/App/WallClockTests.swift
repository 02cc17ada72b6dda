import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Screens show local time, and name its zone once.
@MainActor
struct WallClockTests {
    private let evening = MarketTime(seconds: 1_700_000_000)

    @Test func aClockShowsTheTimeOfItsZone() {
        #expect(WallClock.utc.reading(evening).dateAndClockText == "2023-11-14 22:13:20")
        #expect(WallClock.india.reading(evening).dateAndClockText == "2023-11-15 03:43:20")
        #expect(WallClock.india.zone(at: evening) == "IST")
    }

    @Test func theConfigurationFileSwitchesToUTC() {
        let clock = ManualClock(local: .india).clock
        #expect(clock.wall(.local).zone(at: evening) == "IST")
        #expect(clock.wall(.utc).zone(at: evening) == "UTC")
    }

    @Test func aChartShowsWallTimesAndNamesTheZoneOnce() throws {
        let scene = Scene(wall: .india)
        scene.openChart()
        let picture = try #require(scene.chartView).picture(100, 24)
        // Candles of an hour begin at half past.
        #expect(picture.contains(" 03:30  O "))
        #expect(picture.split(separator: "IST").count == 2)
        #expect(!picture.contains("UTC"))
    }

    @Test func aChartNamesItsWholeZoneThoughItsPricesAreNarrower() throws {
        let scene = Scene(wall: .nepal)
        let one = try ExactDecimal(parsing: "1")
        let flat = [Candle].walk(300).map { candle in
            Candle(time: candle.time, open: one, high: one, low: one, close: one, volume: nil, isClosed: true)
        }
        scene.openChart(with: flat)
        #expect(try #require(scene.chartView).picture(100, 24).contains("+0545"))
    }

    /// Their dates follow the calendar in UTC, whatever the local time is.
    @Test func candlesOfADayKeepTheirDate() throws {
        let scene = Scene(wall: .newYork)
        let chart = try #require(scene.openChart())
        #expect(chart.candleClock.zone(at: evening) == "EST")
        chart.intervalChosen(.day)
        scene.answerChart(.walk(10, from: 6_900_000, decimals: 2))
        #expect(chart.candleClock.zone(at: evening) == "UTC")
    }

    @Test func devicesShowTimesInItsZone() async {
        let scene = Scene(wall: .india)
        await scene.showDevices()
        #expect(scene.devicesView.picture(120, 24).contains("Logged in (IST)"))
    }

    @Test func theColumnOfSourcesNamesTheZone() {
        #expect(Scene(wall: .india).pricesView.picture(150, 24).contains("Source (IST)"))
    }
}

extension WallClock {
    static let india = WallClock { _ in Offset(seconds: 19_800, zone: "IST") }
    static let nepal = WallClock { _ in Offset(seconds: 20_700, zone: "+0545") }
    static let newYork = WallClock { _ in Offset(seconds: -18_000, zone: "EST") }
}
