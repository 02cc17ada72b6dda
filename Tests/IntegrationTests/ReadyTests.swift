import MockMarket
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// When the real server says that it is ready.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReadyTests {
    /// The mock's connections that wait for an answer that never comes.
    private struct Hanging: Sendable {
        let path: String
        private let open = NIOLockedValueBox<Set<Int>>([])
        private let ended = NIOLockedValueBox(0)

        init(_ path: String) { self.path = path }

        func note(_ event: LoopbackServer.Event) {
            switch event {
            case .requested(let connection, let path) where path.hasPrefix(self.path):
                open.withLockedValue { _ = $0.insert(connection) }
            case .disconnected(let connection):
                if open.withLockedValue({ $0.remove(connection) }) != nil { ended.withLockedValue { $0 += 1 } }
            default: break
            }
        }

        /// Whether a client waits, and none has given up.
        var isWaitedFor: Bool { open.withLockedValue { !$0.isEmpty } && ended.withLockedValue { $0 == 0 } }
    }

    /// The server gives a provider 20 s for an answer, and is ready long before that.
    @Test(arguments: ["/public-api", "/market/tickers", "/v1/common/symbols", "/"])
    func aProviderThatHangsDoesNotKeepTheServerFromBeingReady(path: String) async throws {
        let hanging = Hanging(path)
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 60
        configuration.faults = [try Fault(rule: "\(path) never")]
        let mock = try await MockMarketServer.start(configuration, observe: hanging.note)
        let providers = Provider.hosts.flatMap { ["--provider-url", "\($0.name)=\(mock.baseURL)"] }
        try await withTemporaryDirectory { directory in
            try await withServerBinary(in: directory, arguments: ["--market", "live"] + providers) { server in
                #expect(hanging.isWaitedFor, "it was ready before it gave the answer up")
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.until { $0.link.state == .live }
                    if !"/public-api".hasPrefix(path) { await terminal.untilReady() }
                }
            }
        }
        await mock.stop()
    }
}
