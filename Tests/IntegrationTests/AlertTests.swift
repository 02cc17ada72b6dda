import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

private let bitcoin = CoinID(1)

/// Alerts from a terminal through the server's market and disk to the user's other terminals.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)))
struct AlertTests {
    private func alert(_ condition: String) throws -> Alert {
        Alert(id: .random(), coin: bitcoin, condition: try AlertCondition(typed: condition), note: "look")
    }

    /// Two successive answers of the exchange, of which nobody else is asked meanwhile.
    private func poll(_ server: TestServer, _ price: String) async throws {
        for _ in 0..<2 { try await server.tick(["btcusdt": price]) }
    }

    private func until(_ terminal: TestTerminal, _ alert: Alert, is phase: AlertState.Phase) async {
        await terminal.until { terminal in
            terminal.user.alert(alert.id).flatMap { terminal.user.state(of: $0) }?.phase == phase
        }
    }

    @Test func anAlertFiresOnBothTerminalsAndIsDismissedOnBoth() async throws {
        let alert = try alert(">80000")
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, clock: TestClock()) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    try await other.connected {
                        await one.untilReady()
                        await other.untilReady()
                        one.link.user.mutate { _ in .add(alert) }
                        await one.untilConfirmed()
                        try await poll(server, "70000")
                        await until(other, alert, is: .armed)
                        try await poll(server, "80001.5")
                        await other.until { !$0.user.alertEvents.isEmpty }
                        let event = try #require(other.user.alertEvents.first)
                        #expect(event.price.plainText == "80001.5" && event.source == "Huobi" && event.note == "look")
                        other.link.user.mutate { .dismiss($0.alertEvents) }
                        await one.until { $0.user.alertEvents.isEmpty && $0.user.state(of: alert) != nil }
                    }
                }
                #expect(try await server.userHashMismatches == 0)
            }
        }
    }

    @Test func anAlertFiresWhileNoTerminalIsThereAndAfterARestart() async throws {
        let alert = try alert(">80000")
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, clock: TestClock()) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    terminal.link.user.mutate { _ in .add(alert) }
                    await terminal.untilConfirmed()
                    try await poll(server, "70000")
                    await until(terminal, alert, is: .armed)
                }
            }
            try await withServer(in: directory, clock: TestClock()) { server in
                try await poll(server, "81000")
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.until { !$0.user.alertEvents.isEmpty }
                    #expect(terminal.user.alertEvents.map(\.alert) == [alert.id])
                }
            }
        }
    }
}
