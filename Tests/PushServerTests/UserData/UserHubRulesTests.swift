import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct UserHubRulesTests {
    private let ada = Account(id: AccountID(rawValue: 1), name: "ada")
    private let bob = Account(id: AccountID(rawValue: 2), name: "bob")

    /// Each change goes to all terminals of its user: many terminals must not make many times as many changes.
    @Test func whatAUserMayChangeInASecondIsOfAllTerminalsTogether() async {
        var rules = UserHubRules(terminalsMax: 10, changesPerSecond: 2)
        let (one, other, bobs) = (StubTerminal(1, ada), StubTerminal(2, ada), StubTerminal(3, bob))
        for terminal in [one, other, bobs] { _ = rules.received(.joined(terminal.terminal)) }
        let isSettled = { (rules: inout UserHubRules, terminal: StubTerminal) in
            let change = NumberedMutation(number: 1, mutation: .test)
            if case .settle = rules.received(.mutated(terminal.terminal, .test, change)) { return true }
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

    /// Else a client of a user with as many terminals as may be could not come back from a lost connection.
    @Test func aConnectionThatWasReplacedTakesNoPlace() async {
        var rules = UserHubRules(terminalsMax: 1, changesPerSecond: 0)
        let (lost, back, other) = (StubTerminal(1, ada), StubTerminal(2, ada, client: 1), StubTerminal(3, ada))
        _ = rules.received(.joined(lost.terminal))
        guard case .welcome = rules.received(.joined(back.terminal)) else {
            Issue.record("the newer one found no place")
            return
        }
        #expect(await lost.next() == "close 3005")
        guard case .nothing = rules.received(.left(lost.terminal)) else {
            Issue.record("the user still has a terminal")
            return
        }
        _ = rules.received(.joined(other.terminal))
        #expect(await other.next() == "close 2000")
        guard case .startGrace = rules.received(.left(back.terminal)) else {
            Issue.record("that was the last one")
            return
        }
    }

    /// A connection may be half dead long before the server notices, so the newer one is right.
    @Test func aSecondConnectionWithOneClientIDMovesTheFirstOut() async {
        var rules = UserHubRules(terminalsMax: 10, changesPerSecond: 0)
        let (first, second, bobs) = (
            StubTerminal(1, ada), StubTerminal(2, ada, client: 1), StubTerminal(3, bob, client: 1)
        )
        for terminal in [first, second, bobs] { _ = rules.received(.joined(terminal.terminal)) }
        #expect(await first.next() == "close 3005")
        let late = StubTerminal(0, ada, client: 1)
        _ = rules.received(.joined(late.terminal))
        #expect(await late.next() == "close 3005", "it is older, and only signed in later")
        let change = NumberedMutation(number: 1, mutation: .test)
        if case .settle = rules.received(.mutated(first.terminal, .test, change)) {
            Issue.record("it was told that it is over")
        }
        for terminal in [second, bobs] {
            guard case .settle = rules.received(.mutated(terminal.terminal, .test, change)) else {
                Issue.record("a change of another connection was dropped")
                continue
            }
        }
    }

    /// Ten terminals that return together would encode the same diff ten times.
    @Test func terminalsThatReturnTogetherShareWhatTheyAreTold() {
        var rules = UserHubRules(terminalsMax: 10, changesPerSecond: 0)
        let told = NIOLockedValueBox<[UserNews]>([])
        func terminal(_ id: Int, of account: Account) -> Terminal {
            Terminal(
                id: TerminalID(rawValue: UInt64(id)),
                account: account,
                client: ClientID(high: 0, low: UInt64(id)),
                token: TokenHash(bytes: [UInt8(id)]),
                device: DeviceID(rawValue: UInt64(id)),
                address: ""
            ) { push in
                switch push {
                case .joined(let news, _, _), .table(let news): told.withLockedValue { $0.append(news) }
                case .changed, .result, .close: Issue.record("\(push)")
                }
            }
        }
        let terminals = [terminal(1, of: ada), terminal(2, of: bob), terminal(3, of: ada)]
        let joined = Joined(table: UserTable(version: 3), lastMutation: 0, store: .test, isUseDue: false)
        rules.welcome(terminals, [joined, joined, joined])
        rules.showTable(to: terminals, [joined, joined, joined])
        let news = told.withLockedValue { $0 }
        #expect(news.map(\.account) == [ada, bob, ada, ada, bob, ada].map(\.id))
        #expect(news[0] === news[2] && news[3] === news[5] && news[0] !== news[1])
    }

    /// A backup may take the database's place between the end of an absence and the next look.
    @Test func anAbsenceEndsInTheDatabaseInWhichItBegan() {
        var rules = UserHubRules(terminalsMax: 10, changesPerSecond: 0)
        let terminal = StubTerminal(1, ada).terminal
        func joined(_ store: StoreIdentity) -> Joined {
            Joined(table: UserTable(), lastMutation: 0, store: store, isUseDue: false)
        }
        _ = rules.received(.joined(terminal))
        rules.welcome([terminal], [joined(.test)])
        guard case .startGrace(let absence) = rules.received(.left(terminal)) else {
            Issue.record("that was the last one")
            return
        }
        let other = StubTerminal(2, bob).terminal
        _ = rules.received(.joined(other))
        rules.welcome([other], [joined(StoreIdentity(rawValue: 2))])
        guard case .settle(let request) = rules.received(.graceEnded(absence)) else {
            Issue.record("nobody has come since")
            return
        }
        #expect(request == .forget(ada.id, .test))
    }
}
