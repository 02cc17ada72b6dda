import Shared
import Testing

@testable import PushServer

struct HoldingsWorkTests {
    private let ada = AccountID(rawValue: 1)
    private let bob = AccountID(rawValue: 2)
    private let early = StoredAlerts([])
    private let late = StoredAlerts([KeptAlert(.test(.priceAbove(1)), nil)])

    @Test func usersTakeTurnsHoweverMuchOneOfThemChanges() throws {
        var work = HoldingsWork()
        work.add(early, of: ada)
        var accounts: [AccountID] = []
        for _ in 0..<4 {
            let next = work.next()
            let job = try #require(next)
            accounts.append(job.account)
            for _ in 0..<3 { work.add(late, of: ada) }
            if accounts.count == 1 { work.add(early, of: bob) }
            let other = work.next()
            #expect(other == nil, "one at a time")
            _ = work.ended(job)
        }
        #expect(accounts == [ada, ada, bob, ada])
    }

    @Test func aJobStartsFromTheNewestState() {
        var work = HoldingsWork()
        work.add(early, of: ada)
        work.add(late, of: ada)
        let job = work.next()
        #expect(job?.alerts == late)
    }

    @Test(arguments: [true, false])
    func aResultCountsOnlyIfTheHoldingsStillMatter(_ ofAll: Bool) throws {
        var work = HoldingsWork()
        work.add(early, of: ada)
        let next = work.next()
        let job = try #require(next)
        if ofAll { work.dropAll() } else { work.drop(ada) }
        work.add(late, of: ada)
        let second = work.next()
        #expect(second == nil, "the dropped calculation still has its thread")
        let counts = work.ended(job)
        #expect(!counts)
        let third = work.next()
        #expect(third?.alerts == late)
    }

    @Test func aResultThatIsOlderThanAWaitingStateDoesNotCount() throws {
        var work = HoldingsWork()
        work.add(early, of: ada)
        let next = work.next()
        let job = try #require(next)
        work.add(late, of: ada)
        let counts = work.ended(job)
        #expect(!counts)
    }

    @Test func aResultCountsOnce() throws {
        var work = HoldingsWork()
        work.add(early, of: ada)
        let next = work.next()
        let job = try #require(next)
        let counts = [work.ended(job), work.ended(job)]
        #expect(counts == [true, false])
    }
}
