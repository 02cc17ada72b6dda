import MockMarket
import NIOPosix
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// The last seven days from the provider through the server to a terminal, over real connections and a real disk.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WeekTests {
    private let bitcoin = CoinID(1)

    private func week(of coin: CoinID, at server: TestServer, isFull: Bool = true) async throws -> CoinWeek? {
        let terminal = server.terminal()
        return try await terminal.connected {
            await terminal.untilReady()
            terminal.link.weeks.show(WeekRequest([coin]))
            terminal.link.weeks.ask()
            await terminal.until { terminal in
                terminal.link.weeks.week(of: coin).map { !isFull || $0.closes.count >= CoinWeek.hours - 1 } ?? false
            }
            return terminal.link.weeks.week(of: coin)
        }
    }

    @Test func gapsAreFilledForViewersAndOutliveTheServer() async throws {
        try await withTemporaryDirectory { directory in
            let first = try await withServer(in: directory) { try await week(of: bitcoin, at: $0) }
            #expect(first?.closes.map(\.hour) == first?.closes.map(\.hour).sorted())
            let second = try await withServer(in: directory, faults: .ofCandles(.status(500))) {
                try await week(of: bitcoin, at: $0)
            }
            // An hour may have ended meanwhile.
            let kept = Set((first?.closes ?? []).dropFirst().map(\.hour))
            let lost = kept.subtracting((second?.closes ?? []).map(\.hour))
            #expect(kept.count > 160 && lost.isEmpty)
        }
    }

    @Test func aClientThatKnowsNothingOfWeeksGetsNone() async throws {
        try await withTestServer { server in
            let older = server.terminal()
            try await older.connected {
                await older.untilReady()
                _ = try await week(of: bitcoin, at: server)
                try await server.tick(["btcusdt": "67000.11"])
                try await older.untilItHasTheMarket(of: server)
                #expect(!older.frames.contains { if case .weeks = $0 { true } else { false } })
            }
        }
    }

    @Test func aCoinThatNobodyListsHasAnEmptyWeek() async throws {
        try await withTestServer { server in
            let week = try await week(of: CoinID(999_999_999), at: server, isFull: false)
            #expect(week == CoinWeek(CoinID(999_999_999)))
        }
    }

    @Test func commandsPrintTheClosesOfEachHour() async throws {
        try await withTestServer { server in
            _ = try await week(of: bitcoin, at: server)
            let client = HeadlessClient(target: server.target(), group: MultiThreadedEventLoopGroup.singleton)
            let known = try await client.run { link in
                try await client.ready()
                let table = link.market.table
                return try await client.weeks(of: (0..<table.count).map { table.instrument(ofRow: $0).coin })
            }
            #expect(known.count == 60)
            #expect((known[bitcoin]?.closes.count ?? 0) >= CoinWeek.hours - 1)
        }
    }

    private func withTestServer(_ body: @MainActor (TestServer) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in try await withServer(in: directory, body) }
    }
}
