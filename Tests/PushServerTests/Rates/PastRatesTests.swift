import Shared
import Synchronization
import Testing

@testable import PushServer

/// Which part of a source's history serves which days, and how failures are handled.
struct PastRatesTests {
    private final class Bank: Sendable {
        let asked = Mutex<[RateHistoryPart]>([])
        let time = Mutex(testTime)
        let failure = Mutex<ProviderFailure?>(nil)

        /// A euro costs 2 dollars on all days up to yesterday, but 1 in the small part.
        func history(_ part: RateHistoryPart) throws(ProviderError) -> RateHistory {
            asked.withLock { $0.append(part) }
            if let failure = failure.withLock({ $0 }) { throw ProviderError(.europeanCentralBankHistory, failure) }
            let now = time.withLock { $0 }
            var history = RateHistory(source: "bank", heard: now, base: "EUR")
            let count = part == .recent ? Int64(90) : 5_000
            guard let rate = try? ExactDecimal(mantissa: part == .recent ? 1 : 2, exponent: 0) else { return history }
            for back in 1...count {
                history.add(CivilDate(daysSince1970: now.date.daysSince1970 - back), ["USD": rate])
            }
            return history
        }

        var rates: PastRates {
            PastRates(now: { self.time.withLock { $0 } }) { part throws(ProviderError) in try self.history(part) }
        }
    }

    private func date(_ daysAgo: Int64) -> CivilDate { CivilDate(daysSince1970: testTime.date.daysSince1970 - daysAgo) }

    private func dollars(_ bank: Bank, _ rates: PastRates, _ daysAgo: ClosedRange<Int64>) async throws -> [String] {
        let request = DayRatesRequest("EUR", from: date(daysAgo.upperBound), through: date(daysAgo.lowerBound))
        return try await rates.rates(request).get().days.map(\.dollars.plainText)
    }

    @Test func theLargePartIsRequestedOnlyForOlderDays() async throws {
        let bank = Bank()
        let rates = bank.rates
        #expect(try await dollars(bank, rates, 1...3) == Array(repeating: "1", count: 9), "and six days before them")
        #expect(try await dollars(bank, rates, 70...70).count == 7)
        #expect(bank.asked.withLock { $0 } == [.recent])
        #expect(try await dollars(bank, rates, 1000...1000) == Array(repeating: "2", count: 7))
        #expect(bank.asked.withLock { $0 } == [.recent, .all])
        let both = try await dollars(bank, rates, 80...81)
        #expect(both == Array(repeating: "2", count: 7) + ["1"], "no day twice")
        #expect(bank.asked.withLock { $0 } == [.recent, .all])
        #expect(try await dollars(bank, rates, 0...0).count == 6, "today has none yet")
        #expect(try await dollars(bank, rates, 6000...6001).isEmpty)
    }

    @Test func theSmallPartIsRequestedAgainAfterAnHourAndTheLargeOneAfterADay() async throws {
        let bank = Bank()
        let rates = bank.rates
        for seconds in [0, 3599, 3600, 86_399, 86_400] as [Int64] {
            bank.time.withLock { $0 = testTime.adding(seconds: seconds) }
            _ = try await dollars(bank, rates, 10...1000)
        }
        #expect(bank.asked.withLock { $0 } == [.all, .recent, .recent, .recent, .all])
    }

    @Test func aFailureIsReportedAndLastsForAWhile() async throws {
        let bank = Bank()
        let rates = bank.rates
        bank.failure.withLock { $0 = .timedOut }
        for _ in 0..<2 {
            await #expect(throws: AnswerProblem(message: "European Central Bank did not answer in time.")) {
                try await dollars(bank, rates, 1...1)
            }
        }
        #expect(bank.asked.withLock { $0.count } == 1)
        bank.failure.withLock { $0 = nil }
        bank.time.withLock { $0 = testTime.adding(seconds: 301) }
        #expect(try await dollars(bank, rates, 1...1).count == 7)
    }

    @Test func yesterdaysAnswerIsNotUsedForTheLastDays() async throws {
        let bank = Bank()
        let rates = bank.rates
        _ = try await dollars(bank, rates, 1...1000)
        bank.failure.withLock { $0 = .timedOut }
        bank.time.withLock { $0 = testTime.adding(seconds: 86_400) }
        await #expect(throws: AnswerProblem(message: "bank has not answered for a day; try again later.")) {
            try await dollars(bank, rates, 1...1)
        }
        #expect(try await dollars(bank, rates, 1000...1000).count == 7, "what lies far back has not changed")
    }
}
