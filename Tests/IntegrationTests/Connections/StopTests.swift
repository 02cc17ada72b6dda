import NIOCore
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A planned stop: the server tells every terminal, and waits for none of them without end.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StopTests {
    /// What can be seen while the server stops.
    private struct Stop {
        /// The first answer of `/readyz` that was not "ready".
        let readiness: String
        /// The number of connections left after the live terminal has gone.
        let left: Int
    }

    @Test func aStopIsReportedToOperatorsAndTerminalsAndEndsAlthoughOneReadsNothing() async throws {
        try await withTemporaryDirectory { directory in
            let (terminal, run, stalled, stop) = try await withServer(in: directory, coins: 5000) {
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
            } _: { server in
                let stalled = try await StalledClient.connect(port: server.port, pin: server.server.pin, hello: hello)
                let terminal = server.terminal()
                // The link and the watcher outlive the server here. They are stopped as soon as this returns.
                let run = Task { await terminal.link.run() }
                await terminal.untilReady()
                return (terminal, run, stalled, Task { try await watchStop(of: server) })
            }
            let seen = try await stop.value
            #expect(seen.readiness.hasPrefix("HTTP/1.1 503 "), "\(seen.readiness)")
            #expect(seen.readiness.hasSuffix("not ready: the server is being stopped\n"))
            #expect(seen.left == 1, "one who reads nothing is given time")
            await terminal.untilWaiting()
            let told = Close(.goingAway, "The server is being stopped or restarted.", retryAfter: .seconds(5))
            #expect(terminal.goodbye == told)
            let heard = try await stalled.readOn()
            #expect(!heard.isEmpty && heard.goodbye == nil, "it was stalled: even the goodbye had to wait")
            run.cancel()
            _ = await run.value
        }
    }

    @Test func eachTerminalChoosesItsOwnMomentWithinTheGivenTime() async throws {
        // Long enough that no terminal reconnects while the test looks.
        let spread = Duration.seconds(1_000_000)
        let stopped = try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.returnSpread = spread }) { server in
                let terminals = (0..<20).map { _ in server.terminal() }
                // As above: the links outlive the server.
                let runs = terminals.map { terminal in Task { await terminal.link.run() } }
                for terminal in terminals { await terminal.untilReady() }
                return (terminals, runs, ContinuousClock.now)
            }
        }
        let (terminals, runs, before) = stopped
        var returns: [ContinuousClock.Instant] = []
        for terminal in terminals {
            await terminal.untilWaiting()
            if case .waiting(let until, .closed(let close)) = terminal.link.state, close.code == .goingAway {
                returns.append(until)
            }
        }
        #expect(returns.count == terminals.count)
        let (first, last) = (try #require(returns.min()), try #require(returns.max()))
        #expect(first >= before)
        #expect(last <= ContinuousClock.now + spread)
        // The chance that random times all lie so close together is 1 in 10^18.
        #expect(last - first > spread / 10)
        for run in runs { run.cancel() }
        for run in runs { _ = await run.value }
    }

    private let hello = Hello(
        clientName: "test",
        clientVersion: "1",
        deviceName: "test",
        clientID: ClientID(high: 1, low: 2),
        credentials: .password(name: "ada", password: "secret of ada")
    )

    private func watchStop(of server: TestServer) async throws -> Stop {
        let port = try #require(server.server.adminAddress).port
        let request = "GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        var readiness: String
        repeat {
            readiness = try await RawClient.adminAnswer(to: request, port: port)
        } while readiness.hasPrefix("HTTP/1.1 200 ")
        while try await server.connections > 1 { await Task.yield() }
        let left = try await server.connections
        return Stop(readiness: readiness, left: left)
    }
}

extension TestTerminal {
    fileprivate var goodbye: Close? { frames.goodbye }
}

extension [ServerFrame] {
    fileprivate var goodbye: Close? {
        if case .close(let close)? = last { close } else { nil }
    }
}
