import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct UserHubRulesTests {
    private let ada = Account(id: AccountID(rawValue: 1), name: "ada")
    private let bob = Account(id: AccountID(rawValue: 2), name: "bob")

    /// Each change goes to all terminals of its user. So many terminals together may not make more changes than one.
    @Test func theLimitOfChangesCountsAllTerminalsOfAUser() async {
        var rules = UserHubRules(connectionsMax: 10, changesPerSecond: 2)
        let (one, other, bobs) = (StubConnection(1, ada), StubConnection(2, ada), StubConnection(3, bob))
        for connection in [one, other, bobs] { _ = rules.received(.joined(connection.connection)) }
        let isSettled = { (rules: inout UserHubRules, connection: StubConnection) in
            let change = NumberedMutation(number: 1, mutation: .test)
            if case .settle = rules.received(.mutated(connection.connection, .test, change)) { return true }
            return false
        }
        for number in 0..<20 {
            let settled = isSettled(&rules, number.isMultiple(of: 2) ? one : other)
            #expect(settled)
        }
        let (late, bobsOwn) = (isSettled(&rules, one), isSettled(&rules, bobs))
        #expect(!late && bobsOwn)
        #expect(await one.next() == "close 2005")
        _ = rules.received(.lookDue)
        let (closed, rested) = (isSettled(&rules, one), isSettled(&rules, other))
        #expect(!closed, "it was told that it is over")
        #expect(rested)
    }

    /// It may renew its lease before another node takes it.
    @Test func aLeaderWhoseLeaseHasLapsedIsToldThatNothingWasStored() {
        var rules = UserHubRules(connectionsMax: 10, changesPerSecond: 0)
        let told = NIOLockedValueBox<AlertAnswer?>(nil)
        let event = UserHub.Event.alerts(ada.id, .test, [], term: 3) { answer in told.withLockedValue { $0 = answer } }
        rules.publish(UserAnswers([.notLeading], in: .test), to: [event])
        #expect(told.withLockedValue { $0 } == .notStored)
    }

    /// Otherwise, a client of a user at the limit of terminals could not return after a lost connection.
    @Test func aConnectionThatWasReplacedTakesNoPlace() async {
        var rules = UserHubRules(connectionsMax: 1, changesPerSecond: 0)
        let (lost, back, other) = (StubConnection(1, ada), StubConnection(2, ada, client: 1), StubConnection(3, ada))
        _ = rules.received(.joined(lost.connection))
        guard case .welcome = rules.received(.joined(back.connection)) else {
            Issue.record("the newer one found no place")
            return
        }
        #expect(await lost.next() == "close 3005")
        guard case .nothing = rules.received(.left(lost.connection)) else {
            Issue.record("the user still has a connection")
            return
        }
        _ = rules.received(.joined(other.connection))
        #expect(await other.next() == "close 2000")
        guard case .startGrace = rules.received(.left(back.connection)) else {
            Issue.record("that was the last one")
            return
        }
    }

    /// A connection may be dead long before the server notices, so the newer one wins.
    @Test func aSecondConnectionWithOneClientIDMovesTheFirstOut() async {
        var rules = UserHubRules(connectionsMax: 10, changesPerSecond: 0)
        let (first, second, bobs) = (
            StubConnection(1, ada), StubConnection(2, ada, client: 1), StubConnection(3, bob, client: 1)
        )
        for connection in [first, second, bobs] { _ = rules.received(.joined(connection.connection)) }
        #expect(await first.next() == "close 3005")
        let late = StubConnection(0, ada, client: 1)
        _ = rules.received(.joined(late.connection))
        #expect(await late.next() == "close 3005", "it is older, and only signed in later")
        let change = NumberedMutation(number: 1, mutation: .test)
        if case .settle = rules.received(.mutated(first.connection, .test, change)) {
            Issue.record("it was told that it is over")
        }
        for connection in [second, bobs] {
            guard case .settle = rules.received(.mutated(connection.connection, .test, change)) else {
                Issue.record("a change of another connection was dropped")
                continue
            }
        }
    }

    /// Otherwise, ten terminals that return together would cost ten encodings of the same diff.
    @Test func terminalsThatReturnTogetherShareTheirFrames() {
        var rules = UserHubRules(connectionsMax: 10, changesPerSecond: 0)
        let told = NIOLockedValueBox<[UserNews]>([])
        func connection(_ id: Int, of account: Account) -> UserConnection {
            UserConnection(
                id: ConnectionID(rawValue: UInt64(id)),
                account: account,
                client: ClientID(high: 0, low: UInt64(id)),
                token: TokenHash(bytes: [UInt8(id)]),
                device: DeviceID(rawValue: UInt64(id)),
                address: ""
            ) { push in
                switch push {
                case .joined(let news, _, _, _), .table(let news): told.withLockedValue { $0.append(news) }
                case .changed, .result, .close: Issue.record("\(push)")
                }
            }
        }
        let connections = [connection(1, of: ada), connection(2, of: bob), connection(3, of: ada)]
        let joined = Joined(table: UserTable(version: 3), lastMutation: 0, store: .test, isUseDue: false)
        let reading = UserHubRules.Reading(arrivals: connections, readers: connections)
        rules.answer(reading, [Joined?](repeating: joined, count: 6))
        let news = told.withLockedValue { $0 }
        #expect(news.map(\.account) == [ada, bob, ada, ada, bob, ada].map(\.id))
        #expect(news[0] === news[2] && news[3] === news[5] && news[0] !== news[1])
    }

    /// A standby that replaces the database may lack its last commits. Then other nodes write the same versions again, and
    /// a terminal that sleeps keeps its connection meanwhile.
    @Test func whatTerminalsWereToldOfAReplacedDatabaseIsForgotten() async {
        var rules = UserHubRules(connectionsMax: 10, changesPerSecond: 0)
        let (asleep, lost, back) = (StubConnection(1, ada), StubConnection(2, ada), StubConnection(3, ada, client: 2))
        let promoted = StoreIdentity(rawValue: 2)
        func join(_ connection: UserConnection, at version: UInt64, in store: StoreIdentity) {
            _ = rules.received(.joined(connection))
            let joined = Joined(table: UserTable(version: version), lastMutation: 0, store: store, isUseDue: false)
            rules.answer(UserHubRules.Reading(arrivals: [connection]), [joined])
        }
        for terminal in [asleep, lost] { join(terminal.connection, at: 100, in: .test) }
        rules.dismiss(.restored) { _ in true }
        _ = rules.received(.left(lost.connection))
        join(back.connection, at: 90, in: promoted)
        #expect(rules.held.versions == [ada.id: 90])
        #expect(rules.held(olderThan: [UserHint(user: ada.id.rawValue, version: 95)]).versions == [ada.id: 90])
        rules.show([ada.id: UserTable(version: 95)], in: promoted)
        #expect(await back.next() == "joined")
        #expect(await back.next() == "table 95")
    }

    /// A backup may replace the database between the end of an absence and the next look.
    @Test func anAbsenceEndsInTheDatabaseInWhichItBegan() {
        var rules = UserHubRules(connectionsMax: 10, changesPerSecond: 0)
        let connection = StubConnection(1, ada).connection
        func joined(_ store: StoreIdentity) -> Joined {
            Joined(table: UserTable(), lastMutation: 0, store: store, isUseDue: false)
        }
        _ = rules.received(.joined(connection))
        rules.answer(UserHubRules.Reading(arrivals: [connection]), [joined(.test)])
        guard case .startGrace(let absence) = rules.received(.left(connection)) else {
            Issue.record("that was the last one")
            return
        }
        let other = StubConnection(2, bob).connection
        _ = rules.received(.joined(other))
        rules.answer(UserHubRules.Reading(arrivals: [other]), [joined(StoreIdentity(rawValue: 2))])
        guard case .settle(let request) = rules.received(.graceEnded(absence)) else {
            Issue.record("nobody has come since")
            return
        }
        #expect(request == .forget(ada.id, .test))
    }
}
