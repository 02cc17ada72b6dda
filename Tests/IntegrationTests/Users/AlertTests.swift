import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

private let bitcoin = CoinID(1)

/// An alert's way from a terminal through the server's market and disk to the user's other terminals.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)))
struct AlertTests {
    private func alert(_ condition: String) throws -> Alert {
        Alert(id: .random(), coin: bitcoin, condition: try AlertCondition(typed: condition), note: "look")
    }

    private func isArmed(_ alert: Alert, on terminal: TestTerminal) -> Bool {
        terminal.user.alert(alert.id).flatMap { terminal.user.state(of: $0) }?.phase == .armed
    }

    private func hasFired(on server: TestServer) async throws -> Bool {
        let alerts = try await server.server.resources.store.alerts().alerts
        return alerts.values.flatMap(\.kept).contains { $0.state?.phase != .armed }
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
                        try await server.poll(["btcusdt": "70000"]) { isArmed(alert, on: other) }
                        try await server.poll(["btcusdt": "80001.5"]) { !other.user.alertEvents.isEmpty }
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
                    try await server.poll(["btcusdt": "70000"]) { isArmed(alert, on: terminal) }
                }
            }
            try await withServer(in: directory, clock: TestClock()) { server in
                try await server.poll(["btcusdt": "81000"]) { try await hasFired(on: server) }
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    #expect(terminal.user.alertEvents.map(\.alert) == [alert.id])
                }
            }
        }
    }
}
