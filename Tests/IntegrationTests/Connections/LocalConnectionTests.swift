import NIOConcurrencyHelpers
import NIOPosix
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A private server in this process: who may connect, and what a connection may do.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LocalConnectionTests {
    /// - Parameter user: the user id that the server accepts.
    private func withLocalServer(
        of user: SystemUser = .current,
        time: NIOLockedValueBox<MarketTime>? = nil,
        _ body: @MainActor (TestServer, TestTerminal) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let runtime = "/tmp/tickwire-\(UInt32.random(in: 0...UInt32.max))"
            let environment = ["HOME": directory, "XDG_RUNTIME_DIR": runtime, "PATH": ""]
            var terms = LocalTerms(LocalPlace(isMock: false, environment: environment), linger: nil)
            terms.user = user
            defer { SmallFile.remove(terms.socket) }
            try await withServer(in: directory, users: [], time: time, configure: { $0.local = terms }) { server in
                let local = LocalServer(isMock: false, linger: nil, environment: environment)
                let target = ServerLink.Target(local, at: .local, deviceName: "laptop")
                try await body(server, TestTerminal(target: target))
            }
        }
    }

    @Test func pricesAndFavoritesComeOverTheSocket() async throws {
        try await withLocalServer { server, terminal in
            try await terminal.running {
                await terminal.untilReady()
                #expect(terminal.table.count == 60)
                #expect(terminal.link.userName == "local")
                #expect(terminal.token == nil, "there is nothing that could be stolen")
                let coin = terminal.table.instrument(ofRow: 0).coin
                terminal.add(coin)
                await terminal.untilConfirmed()
                #expect(terminal.favorites == [coin])
                try await server.tick(["btcusdt": "12345.5"])
                try await terminal.untilItHasTheMarket(of: server)
            }
        }
    }

    @Test func programsOfAnotherUserAreTurnedAway() async throws {
        try await withLocalServer(of: SystemUser(4242)) { server, terminal in
            try await terminal.running {
                await terminal.until { if case .waiting(_, .lost) = $0.link.state { true } else { false } }
                #expect(terminal.frames.isEmpty)
            }
        }
    }

    @Test func fromTheNetworkNobodyIsLocal() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                var target = server.terminal().link.target
                target.credentials = .local
                let terminal = TestTerminal(target: target)
                try await terminal.running {
                    await terminal.until { $0.link.state == .stopped(.closed(.notLocal)) }
                }
            }
        }
    }

    @Test func aClockThatIsWrongByYearsKeepsAPrivateServerFromStarting() async throws {
        let time = MarketTime(seconds: 86_400)
        await #expect(throws: ServerError.wrongClock(time)) {
            try await withLocalServer(time: NIOLockedValueBox(time)) { _, _ in }
        }
    }
}
