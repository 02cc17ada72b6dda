import Logging
import MockMarket
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ServiceLifecycle
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SessionTests {
    func withTestServer(
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @MainActor (TestServer) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: configure, body)
        }
    }

    /// A connection's handlers and OpenSSL's state, some twenty kilobytes, used to be kept for ever.
    @Test func nothingIsLeftOfATerminalThatHasGone() async throws {
        try await withTestServer { server in
            let sessions = Remembered()
            for _ in 0..<4 {
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    for shard in server.server.shards { _ = try await shard.read { sessions.add($0.connections) } }
                }
            }
            #expect(sessions.count == 4)
            // The last session may still be closing. Each check runs after the work that its event loop has queued.
            while sessions.alive > 0 {
                try Task.checkCancellation()
                for shard in server.server.shards { _ = try await shard.read { $0.market.sequence } }
            }
        }
    }

    func bytes(_ frames: ClientFrame...) -> [UInt8] {
        var buffer = ByteBuffer()
        for frame in frames { frame.write(into: &buffer) }
        return Array(buffer.readableBytesView)
    }

    func hello(_ change: (inout Hello) -> Void = { _ in }) -> ClientFrame {
        var hello = Hello(
            clientName: "test",
            clientVersion: "1",
            deviceName: "test",
            clientID: ClientID(high: 1, low: 2),
            credentials: .password(name: "ada", password: "secret of ada")
        )
        change(&hello)
        return .hello(hello)
    }

    func closeCode(after bytes: [UInt8], _ server: TestServer) async throws -> CloseCode? {
        let frames = try await RawClient.answers(to: bytes, port: server.port, pin: server.server.pin)
        guard case .close(let close)? = frames.last else { return nil }
        return close.code
    }

    func expectClose(
        _ code: CloseCode,
        after bytes: [UInt8],
        _ server: TestServer,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let actual = try await closeCode(after: bytes, server)
        #expect(actual == code, sourceLocation: location)
    }

    @Test func aConnectionOverTheLimitGetsTheReason() async throws {
        try await withTestServer(configure: { $0.limits.connections = 10 }) { server in
            let terminals = (0..<10).map { _ in server.terminal() }
            var held: [Task<ConnectionError?, Never>] = []
            for terminal in terminals {
                // These terminals stay while others connect, so their tasks outlive each call.
                held.append(Task { await terminal.link.run() })
                await terminal.untilReady()
            }
            let late = server.terminal()
            // This task begins while the others stay, and ends with them.
            let run = Task { await late.link.run() }
            await late.untilWaiting()
            guard case .waiting(_, .closed(let close)) = late.link.state else { return #expect(Bool(false)) }
            #expect(close.code == .tooManyConnections)
            for task in held + [run] {
                task.cancel()
                _ = await task.value
            }
        }
    }

    @Test func aServerThatIsStoppedBeforeItHasAnyDataStops() async throws {
        try await withTemporaryDirectory { directory in
            let mock = try await LoopbackServer.start(host: "127.0.0.1", port: 0) { _ in
                MockReply(steps: [.wait(.seconds(3600))])
            }
            let base = "http://127.0.0.1:\(mock.port)"
            var configuration = ServerConfiguration(
                dataDirectory: directory,
                market: .init(environment: .qa(at: base))
            )
            configuration.listen.port = 0
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let server = try await Server(configuration, logger: logger)
            let group = ServiceGroup(services: [server], logger: logger)
            // The market never starts, so only a cancellation ends this wait.
            let waiting = Task { await server.waitUntilMarketStarted() }
            async let running: Void = group.run()
            await group.triggerGracefulShutdown()
            try await running
            waiting.cancel()
            await waiting.value
            await mock.stop()
        }
    }

    @Test func aForgedTokenIsRefused() async throws {
        try await withTestServer { server in
            let terminal = TestTerminal(
                target: server.target(credentials: .token([UInt8](repeating: 7, count: 32)))
            )
            let error = try await terminal.running { await terminal.untilStopped() }
            #expect(error == .closed(.signedOut))
        }
    }

    @Test func badBytesCloseThatConnectionAloneWithTheirCode() async throws {
        try await withTestServer { server in
            let bystander = server.terminal()
            try await bystander.connected {
                await bystander.untilReady()
                let newer = hello { $0.protocols = 7...9 }
                let mutation = ClientFrame.mutation(
                    NumberedMutation(number: 1, mutation: Mutation())
                )
                try await expectClose(.badFrame, after: [0, 0, 0, 0], server)
                try await expectClose(.badFrame, after: [0, 0, 0, 3, 0xff, 0xff, 0xff], server)
                try await expectClose(.frameTooLarge, after: [0, 0, 0x10, 1], server)
                try await expectClose(.frameTooLarge, after: [0xff, 0xff, 0xff, 0xff], server)
                try await expectClose(.unsupportedVersion, after: bytes(newer), server)
                try await expectClose(.badFrame, after: bytes(mutation), server)
                try await expectClose(.badFrame, after: bytes(hello(), hello()), server)
                _ = try await RawClient.plainAnswer(to: Array("GET / HTTP/1.1\r\n\r\n".utf8), port: server.port)
                bystander.add(CoinID(1))
                await bystander.untilConfirmed()
                #expect(bystander.snapshotParts > 0)
            }
        }
    }

    @Test func framesOfALaterProtocolAreSkipped() async throws {
        try await withTestServer { server in
            // Field 99 of the oneof's message, length-delimited and empty.
            let unknown: [UInt8] = [0, 0, 0, 3, 0x9a, 0x06, 0x00]
            let frames = try await RawClient.answers(
                to: unknown + bytes(hello()) + unknown + bytes(.logout),
                port: server.port,
                pin: server.server.pin
            )
            // The unknown frames are ignored. The logout is an error, because it came before the welcome.
            #expect(frames == [.close(Close(.badFrame, "No logout is allowed at this point of the session."))])
        }
    }

    @Test func aTerminalThatExpectsAnotherKeyGetsNoFurther() async throws {
        try await withTestServer { server in
            let identity = try TLSIdentity.create()
            let terminal = TestTerminal(target: server.target(trust: .pin(identity.pin)))
            let error = try await terminal.running { await terminal.untilStopped() }
            #expect(error == .insecure(.keyChanged(expected: identity.pin, presented: server.server.pin)))
        }
    }

    @Test func stoppingTheServerSaysGoodbyeAndTheTerminalKeepsWhatItHas() async throws {
        try await withTemporaryDirectory { directory in
            let terminal = try await withServer(in: directory) { server in server.terminal() }
            _ = terminal
            // Long enough that the terminal does not reconnect while the test looks.
            let stopped = try await withServer(in: directory, configure: { $0.returnSpread = .seconds(1_000_000) }) {
                server in
                let terminal = server.terminal()
                // The link outlives the server here, which `running` would not allow.
                let run = Task { await terminal.link.run() }
                await terminal.untilReady()
                return (terminal, run)
            }
            await stopped.0.untilWaiting()
            guard case .waiting(_, let error) = stopped.0.link.state else {
                Issue.record("it does not wait: \(stopped.0.link.state)")
                stopped.1.cancel()
                return
            }
            #expect(error.description == "The server is being stopped or restarted.")
            #expect(stopped.0.table.count == 60)
            stopped.0.add(CoinID(1))
            #expect(stopped.0.favorites == [CoinID(1)])
            stopped.1.cancel()
            _ = await stopped.1.value
        }
    }
}

/// Weak references to sessions.
private final class Remembered: @unchecked Sendable {  // Each access holds the lock.
    private final class Reference {
        weak var session: ConnectionHandler?
        init(_ session: ConnectionHandler) { self.session = session }
    }

    private let lock = NIOLock()
    private var references: [Reference] = []

    func add(_ sessions: [ConnectionHandler]) { lock.withLock { references += sessions.map(Reference.init) } }
    var count: Int { lock.withLock { references.count } }
    var alive: Int { lock.withLock { references.count { $0.session != nil } } }
}
