import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// An operator lowers the limits. Records beyond them stay until their users remove them, and users can remove all of
/// them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LoweredLimitTests {
    private static let coins = (1...1000).map { CoinID($0) }

    private func limit(_ configuration: inout ServerConfiguration, toFavorites count: Int) {
        configuration.limits.records.limit(.listItem, toRecords: count)
        configuration.limits.clientFrameBytes = max(8192, SessionLimits.clientFrameBytes(forListsOf: count))
        configuration.limits.fitMutations()
    }

    private func fill(_ terminal: TestTerminal) async throws {
        try await terminal.running {
            await terminal.untilReady()
            terminal.link.user.mutate { _ in
                Mutation(Self.coins.map { Change(ListItem.key(of: $0), .put([0x0A, 1, 0x56])) })
            }
            await terminal.untilConfirmed()
        }
    }

    @Test func allOfAListGoesWhoseRemovalNoFrameTakesAnyMore() async throws {
        try await withTemporaryDirectory { directory in
            let folder = directory + "/pending"
            try await withServer(in: directory) {
                limit(&$0, toFavorites: 1000)
            } _: { server in
                let terminal = server.terminal(journals: try PendingJournals(directory: folder))
                try await fill(terminal)
                #expect(terminal.favorites == Self.coins)
                // The terminal is offline and still has the old limits.
                terminal.link.user.mutate { .removeAll(of: $0) }
                #expect(terminal.link.user.pendingCount == 1)
            }
            try await withServer(in: directory) {
                limit(&$0, toFavorites: 100)
            } _: { server in
                let terminal = server.terminal(journals: try PendingJournals(directory: folder))
                try await terminal.running {
                    await terminal.untilReady()
                    await terminal.untilConfirmed()
                    #expect(terminal.favorites == Self.coins)
                    #expect(terminal.link.user.problem?.contains("make it again in parts") == true)
                    terminal.link.user.problemSeen()
                    terminal.link.user.mutate { .removeAll(of: $0) }
                    #expect(terminal.favorites.isEmpty && terminal.link.user.pendingCount > 1)
                    await terminal.untilConfirmed()
                    #expect(terminal.favorites.isEmpty && terminal.link.user.problem == nil)
                }
            }
        }
    }
}
