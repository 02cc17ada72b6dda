import Foundation
import Logging
import Shared
import TestSupport
import Testing

@testable import PushServer

/// Which rates are shown, and how they age.
struct RateHubTests {
    private let now = testTime

    private func rates(_ source: String, daysOld: Int64 = 0, dollar: String = "1.1") throws -> ExchangeRates {
        ExchangeRates(
            source: source,
            day: CivilDate(daysSince1970: now.date.daysSince1970 - daysOld),
            heard: now,
            base: "EUR",
            rates: ["USD": try ExactDecimal(parsing: dollar)]
        )
    }

    @Test func theFirstSourceIsShownWhileItIsNotOld() throws {
        var rules = RateHubRules(sources: ["one", "other"], kept: nil)
        #expect(rules.shown == nil)
        #expect(rules.arrived(try rates("other", daysOld: 3), at: now) == true)
        #expect(rules.shown?.source == "other", "better than none")
        #expect(rules.arrived(try rates("one", daysOld: 3), at: now) == true)
        #expect(rules.shown?.source == "one", "preferred")
        #expect(rules.arrived(try rates("other"), at: now) == false)
        #expect(rules.shown?.source == "one", "preferred, if a little older")
    }

    @Test func theShownDayNeverFalls() throws {
        var rules = RateHubRules(sources: ["one", "other"], kept: nil)
        _ = rules.arrived(try rates("other"), at: now)
        #expect(rules.arrived(try rates("one", daysOld: 1), at: now) == false, "preferred, but of an earlier day")
        #expect(rules.arrived(try rates("other", daysOld: 1, dollar: "1.2"), at: now) == false, "from a stale cache")
        #expect(rules.timePassed(to: now.adding(seconds: 30 * 86_400)) == false)
        #expect(rules.shown == (try rates("other")))
        #expect(rules.arrived(try rates("one"), at: now) == true)
        #expect(rules.shown?.source == "one")
    }

    @Test func anotherSourceReplacesAnOldOneAndGivesWayAgain() throws {
        var rules = RateHubRules(sources: ["one", "other"], kept: nil)
        _ = rules.arrived(try rates("one"), at: now)
        let later = now.adding(seconds: 7 * 86_400)
        #expect(rules.timePassed(to: later) == false, "old ones are better than none")
        #expect(rules.shown?.isOld(at: later) == true)
        var fresh = try rates("other")
        fresh.day = later.date
        #expect(rules.arrived(fresh, at: later) == true)
        #expect(rules.shown?.source == "other")
        var back = try rates("one")
        back.day = later.date
        #expect(rules.arrived(back, at: later) == true)
        #expect(rules.shown?.source == "one")
    }

    @Test func unchangedRatesAreNoNews() throws {
        var rules = RateHubRules(sources: ["one"], kept: nil)
        _ = rules.arrived(try rates("one"), at: now)
        var again = try rates("one")
        again.heard = now.adding(seconds: 3600)
        #expect(rules.arrived(again, at: again.heard) == false)
        #expect(rules.confirmed("one", at: again.heard.adding(seconds: 3600)) == false)
        #expect(rules.shown?.heard == again.heard.adding(seconds: 3600))
        #expect(rules.arrived(try rates("one", dollar: "1.3"), at: now) == true)
    }

    @Test func ratesOfTheLastProcessAreShownWithTheirDay() throws {
        let kept = try rates("one", daysOld: 30)
        let rules = RateHubRules(sources: ["one"], kept: kept)
        #expect(rules.shown == kept && kept.isOld(at: now))
        #expect(RateHubRules(sources: ["other"], kept: kept).shown == nil, "a source that is not asked any more")
    }

    @Test func ratesOutliveTheProcess() async throws {
        let path = NSTemporaryDirectory() + "/tickwire-rates-\(UUID().uuidString)"
        defer { SmallFile.remove(path) }
        let told = try rates("one")
        let first = await hub(path)
        #expect(await first.shown == nil)
        await first.answered("one", told)
        #expect(await hub(path).shown == told)
        try SmallFile.write([1, 2, 3], to: path)
        #expect(await hub(path).shown == nil, "a file that cannot be read is no file")
    }

    @Test func ratesThatAMockMakesUpAreInAFileOfTheirOwn() {
        let files = ProviderEnvironment.Name.allCases.map { DataDirectory.rates(in: "/data", of: $0) }
        #expect(files == ["/data/rates", "/data/rates-staging", "/data/rates-qa"])
        #expect(Set(DataDirectory.files(in: "/data")).isSuperset(of: files))
    }

    @Test func aNodeBeginsToLeadWithTheNewerOfItsFileAndWhatItFollowed() async throws {
        let path = NSTemporaryDirectory() + "/tickwire-rates-\(UUID().uuidString)"
        defer { SmallFile.remove(path) }
        let (old, new) = (try rates("one", daysOld: 2), try rates("one", daysOld: 1))
        try await RateFile(path: path).write(old)
        let leading = await hub(path, followed: new)
        #expect(await leading.shown == new)
        await leading.failed()
        #expect(await RateFile(path: path).read() == new, "kept for the next start, even if no source answers")
        #expect(await hub(path, followed: old).shown == new)
    }

    @Test func ratesThatCouldNotBeStoredAreStoredWithTheNextPoll() async throws {
        let folder = NSTemporaryDirectory() + "/tickwire-rates-\(UUID().uuidString)"
        let path = folder + "/rates"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (hub, told) = (await hub(path), try rates("one"))
        await hub.answered("one", told)
        #expect(await hub.shown == told)
        #expect(await RateFile(path: path).read() == nil, "the folder is missing")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        await hub.answered("one", nil)
        #expect(await RateFile(path: path).read() == told)
    }

    @Test func aSourceIsPolledByTheClock() async throws {
        let path = NSTemporaryDirectory() + "/tickwire-rates-\(UUID().uuidString)"
        defer { SmallFile.remove(path) }
        let (hub, clock) = (await hub(path), TestClock())
        let told = try rates("one")
        let poller = RatePoller(
            source: "one",
            interval: .seconds(3600),
            ask: { _ throws(ProviderError) in .changed(told, nil) },
            hub: hub,
            clock: clock,
            now: { testTime },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        // Unstructured: it runs beside the test until it is cancelled.
        let running = Task { try await poller.run() }
        var sleeps = clock.sleeps.makeAsyncIterator()
        #expect(await sleeps.next() == .seconds(3600))
        #expect(await hub.shown == told)
        clock.advance(by: .seconds(3600))
        #expect(await sleeps.next() == .seconds(7200), "it was asked again")
        running.cancel()
        _ = await running.result
    }

    private func hub(_ path: String, followed: ExchangeRates? = nil) async -> RateHub {
        let file = RateFile(path: path)
        return RateHub(
            sources: ["one"],
            stored: await file.read(),
            followed: followed,
            file: file,
            outlet: MarketOutlet(shards: [], counters: MarketCounters()),
            alerts: Mailbox(),
            now: { testTime },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }
}
