import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct UserDeskTests {
    private let ada = Account(id: AccountID(rawValue: 1), name: "ada")
    private let bob = Account(id: AccountID(rawValue: 2), name: "bob")

    /// Each change goes to all terminals of its user: many terminals must not make many times as many changes.
    @Test func whatAUserMayChangeInASecondIsOfAllTerminalsTogether() async {
        var desk = UserDesk(terminalsMax: 10, changesPerSecond: 2)
        let (one, other, bobs) = (StubTerminal(1, ada), StubTerminal(2, ada), StubTerminal(3, bob))
        for terminal in [one, other, bobs] { _ = desk.received(.joined(terminal.terminal)) }
        let isSettled = { (desk: inout UserDesk, terminal: StubTerminal) in
            let change = NumberedMutation(number: 1, settled: 0, mutation: .setCoinsOnly(true))
            if case .settle = desk.received(.mutated(terminal.terminal, change)) { return true }
            return false
        }
        for number in 0..<20 {
            let settled = isSettled(&desk, number.isMultiple(of: 2) ? one : other)
            #expect(settled)
        }
        let (late, bobsOwn) = (isSettled(&desk, one), isSettled(&desk, bobs))
        #expect(!late && bobsOwn)
        #expect(await one.next() == "close 2005")
        _ = desk.received(.lookDue)
        let (closed, rested) = (isSettled(&desk, one), isSettled(&desk, other))
        #expect(!closed, "it was told that it is over")
        #expect(rested)
    }
}
