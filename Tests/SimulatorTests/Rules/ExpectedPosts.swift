import Shared

@testable import PushServer

/// What must become of messages to other hosts: each firing is one message for each of its user's ways. It is posted until it arrives, or
/// is given up after a day and then counted as lost. A test message is posted once.
struct ExpectedPosts {
    struct Message: Hashable {
        let account: AccountID
        let way: DeliveryID
        /// The number of the event, or of the test.
        let number: UInt64
        let isTest: Bool
    }

    private struct Way: Hashable {
        let account: AccountID
        let id: DeliveryID
    }

    /// Messages that were claimed, by their numbers in the database, and when each was claimed first.
    private var claims: [Int64: (message: Message, first: MarketTime)] = [:]
    /// Firings that have not arrived, as far as the server knows.
    private(set) var owed: Set<Message> = []
    /// Those whose way was removed meanwhile. They are dropped, unless an undo brings the way back before.
    private var excused: Set<Message> = []
    /// The number of the test that each way waits for.
    private var tests: [Way: UInt32] = [:]

    // MARK: What happens

    mutating func fired(_ event: AlertEvent, by table: UserTable, of account: AccountID) {
        for way in table.deliveries {
            owed.insert(Message(account: account, way: way.id, number: event.number, isTest: false))
        }
    }

    /// - Parameters:
    ///   - effect: of a mutation by the user.
    ///   - table: with this effect.
    mutating func changed(_ effect: MutationEffect, in table: UserTable, of account: AccountID) {
        for message in owed where message.account == account && table.delivery(message.way) == nil {
            owed.remove(message)
            excused.insert(message)
        }
        for (key, touch) in effect.touched where touch.restored == 0 {
            guard let way = table[key].flatMap(DeliveryWay.init), way.test != 0 else { continue }
            let former = touch.former.flatMap { DeliveryWay(Record(key: key, value: $0, version: 0)) }
            if former?.test == way.test { continue }
            tests[Way(account: account, id: way.id)] = way.test
            claims = claims.filter { !$1.message.isTest || $1.message.account != account || $1.message.way != way.id }
        }
    }

    /// - Parameter table: of the message's user.
    mutating func claimed(_ post: OutgoingPost, by table: UserTable, at time: MarketTime) throws {
        let way = Way(account: post.account, id: post.delivery.id)
        let number = post.event?.number ?? tests[way].map(UInt64.init) ?? 0
        let message = Message(account: post.account, way: way.id, number: number, isTest: post.event == nil)
        if let known = claims[post.id] {
            if known.message != message { throw Violation("post \(post.id) was \(known.message), and is \(message)") }
        } else {
            claims[post.id] = (message, time)
        }
        if message.isTest { return }
        if !owed.contains(message), !excused.contains(message) { throw Violation("\(message) is posted, and not owed") }
        if table.quietHours?.end(at: time) != nil { throw Violation("\(message) is posted in quiet hours") }
    }

    /// Messages whose way was removed are dropped when they are due, and no others.
    /// - Parameters:
    ///   - waiting: the numbers of those that are left.
    ///   - table: a user's table.
    mutating func dropped(allBeside waiting: Set<Int64>, _ table: (AccountID) -> UserTable) throws {
        for (number, claim) in claims where !waiting.contains(number) {
            let message = claim.message
            if table(message.account).delivery(message.way) != nil { throw Violation("\(message) was dropped") }
            claims[number] = nil
            excused.remove(message)
        }
    }

    /// - Parameter held: the server's note about the way.
    /// - Returns: the note with the outcome; nil if there is nothing to note.
    mutating func settled(_ outcome: PostOutcome, _ held: DeliveryState?, at time: MarketTime) -> DeliveryState? {
        guard let (message, first) = claims[outcome.post] else { return nil }
        var state = held ?? DeliveryState(delivery: outcome.delivery)
        var problem: String?
        if case .failed(let words, _) = outcome.result { problem = words }
        let isOver = message.isTest || problem == nil || time.elapsed(since: first) >= .seconds(86_400)
        if isOver {
            claims[outcome.post] = nil
            owed.remove(message)
            excused.remove(message)
        }
        if message.isTest {
            (state.test, state.testedAt, state.testProblem) = (UInt32(message.number), time, problem ?? "")
        } else if let problem {
            if state.phase != .failing { (state.phase, state.since, state.problem) = (.failing, time, problem) }
            if isOver { (state.lost, state.lostAt, state.problem) = (state.lost + 1, time, problem) }
        } else if state.phase != .delivered {
            (state.phase, state.since) = (.delivered, time)
        }
        return state == held ? nil : state
    }
}

/// Another host, which remembers what has come: a firing that comes twice has one idempotency key, and no other message has it.
struct SimulatedHost {
    private struct Message: Hashable {
        let account: AccountID
        let way: DeliveryID
        let event: AlertEvent
    }

    private var messages: [String: Message] = [:]
    private var keys: [Message: String] = [:]

    mutating func take(_ post: OutgoingPost) throws {
        guard let event = post.event else { return }
        let message = Message(account: post.account, way: post.delivery.id, event: event)
        let key = post.idempotencyKey
        if messages.updateValue(message, forKey: key).map({ $0 != message }) == true {
            throw Violation("another message had the key of \(message)")
        }
        if keys.updateValue(key, forKey: message).map({ $0 != key }) == true {
            throw Violation("\(message) came with another key")
        }
    }
}
