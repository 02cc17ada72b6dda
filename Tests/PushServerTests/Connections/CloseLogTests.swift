import NIOCore
import Shared
import Testing

@testable import PushServer

struct CloseLogTests {
    private var start: NIODeadline { .uptimeNanoseconds(1_000_000_000_000) }

    private func event(
        _ address: String,
        code: String = "3003",
        reason: String = "bad",
        account: Int64? = 4,
        device: Int64? = nil
    ) -> CloseLog.Event {
        CloseLog.Event(
            code: code,
            reason: reason,
            address: address,
            account: account.map { AccountID(rawValue: $0) },
            device: device.map { DeviceID(rawValue: UInt64($0)) }
        )
    }

    private func line(of events: [CloseLog.Event]) -> CloseLog.Line? {
        var log = CloseLog()
        _ = log.closed(event("192.0.2.1"), at: start)
        for event in events { _ = log.closed(event, at: start) }
        return log.rest().first
    }

    @Test func aLineNamesTheUserAndTheDeviceOfAllItsEvents() {
        let same = line(of: Array(repeating: event("192.0.2.1", account: 4, device: 7), count: 3))
        #expect(same?.event.account == AccountID(rawValue: 4) && same?.event.device == DeviceID(rawValue: 7))
    }

    /// Otherwise the events of a whole office would be blamed on one user.
    @Test(arguments: [[4, 5], [4, nil], [nil, 4], [4, 5, 4], [4, nil, 4]] as [[Int64?]])
    func aLineNamesNobodyWhereItsEventsDiffer(numbers: [Int64?]) {
        let mixed = line(of: numbers.map { event("192.0.2.1", account: $0, device: $0) })
        #expect(mixed?.count == numbers.count)
        #expect(mixed?.event.account == nil && mixed?.event.device == nil)
        let oneUser = line(of: numbers.map { event("192.0.2.1", account: 4, device: $0) })
        #expect(oneUser?.event.account == AccountID(rawValue: 4) && oneUser?.event.device == nil)
    }

    @Test func theFirstEventOfAnAddressIsReportedAtOnce() throws {
        var log = CloseLog()
        let first = log.closed(event("192.0.2.1"), at: start)
        let line = try #require(first)
        #expect(line.count == 1 && line.codeText == "3003")
        #expect(line.event.address == "192.0.2.1" && line.event.account == AccountID(rawValue: 4))
        let other = log.closed(event("192.0.2.2"), at: start)
        #expect(other != nil, "another address has lines of its own")
    }

    @Test func furtherEventsOfAMinuteAreOneLineWithACount() {
        var log = CloseLog()
        _ = log.closed(event("192.0.2.1"), at: start)
        for second in 1...30 {
            let line = log.closed(event("192.0.2.1"), at: start + .seconds(Int64(second)))
            #expect(line == nil)
        }
        _ = log.closed(event("192.0.2.1", code: "2005", reason: "fast"), at: start + .seconds(40))
        let early = log.due(at: start + .seconds(59))
        #expect(early.isEmpty)
        let lines = log.due(at: start + .seconds(60))
        #expect(lines.map(\.count) == [31])
        #expect(lines.first?.codeText == "2005 x1, 3003 x30")
        #expect(lines.first?.event.reason == "fast", "the last one's")
    }

    @Test func aFloodIsALineAMinute() {
        var log = CloseLog()
        var (lines, told) = (0, 0)
        for second in 0..<600 {
            for _ in 0..<10 {
                guard let line = log.closed(event("192.0.2.1"), at: start + .seconds(Int64(second))) else { continue }
                (lines, told) = (lines + 1, told + line.count)
            }
            for line in log.due(at: start + .seconds(Int64(second))) { (lines, told) = (lines + 1, told + line.count) }
        }
        told += log.rest().map(\.count).reduce(0, +)
        #expect(lines <= 10)
        #expect(told == 6_000, "each is counted once")
    }

    @Test func anAddressThatIsQuietForAMinuteStartsOver() {
        var log = CloseLog()
        _ = log.closed(event("192.0.2.1"), at: start)
        let due = log.due(at: start + .seconds(61))
        #expect(due.isEmpty)
        let line = log.closed(event("192.0.2.1"), at: start + .seconds(62))
        #expect(line != nil)
    }

    @Test func addressesOfAnIPv6NetworkShareTheirLine() {
        var log = CloseLog()
        let lines = ["2001:db8::1", "2001:db8::2"].map { log.closed(event($0), at: start) }
        #expect(lines.map { $0 != nil } == [true, false])
    }

    @Test func manyAddressesGetALimitedNumberOfLines() {
        var log = CloseLog()
        var lines = 0
        for number in 0..<10_000 {
            lines += log.closed(event("10.0.\(number / 250).\(number % 250)"), at: start) == nil ? 0 : 1
        }
        #expect(lines == CloseLog.addressesMax + 1)
        let rest = log.due(at: start + .minutes(1))
        #expect(rest.map(\.event.address) == [CloseLog.others])
        #expect(rest.map(\.count) == [10_000 - lines])
    }
}
