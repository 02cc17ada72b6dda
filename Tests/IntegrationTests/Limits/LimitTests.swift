import Logging
import NIOCore
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A connection that exceeds a limit ends with the documented code, and no other connection suffers.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LimitTests {
    private let hello = ClientFrame.hello(
        Hello(
            clientName: "test",
            clientVersion: "1",
            deviceName: "test",
            clientID: ClientID(high: 1, low: 2),
            credentials: .password(name: "ada", password: "secret of ada")
        )
    )

    private func bytes(_ frames: [ClientFrame]) -> [UInt8] {
        var bytes = ByteBuffer()
        for frame in frames { frame.write(into: &bytes) }
        return Array(bytes.readableBytesView)
    }

    /// Runs `body` beside a terminal that must not notice.
    private func withBystander(
        differingMarkets: ClosedRange<Int> = 0...0,
        configure: (inout ServerConfiguration) -> Void,
        at location: SourceLocation,
        _ body: @MainActor (TestServer) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, differingMarkets: differingMarkets, configure: configure) { server in
                let bystander = server.terminal()
                try await bystander.running {
                    await bystander.untilReady()
                    try await body(server)
                    bystander.add(CoinID(77))
                    await bystander.untilConfirmed()
                    #expect(bystander.link.state == .live, sourceLocation: location)
                }
            }
        }
    }

    private func expectClose(
        _ code: CloseCode,
        after first: [UInt8],
        afterWelcome later: [UInt8] = [],
        _ server: TestServer,
        at location: SourceLocation
    ) async throws {
        let answers = try await RawClient.answers(
            to: first,
            afterWelcome: later,
            port: server.port,
            pin: server.server.pin
        )
        guard case .close(let close)? = answers.last else {
            Issue.record("it was not closed", sourceLocation: location)
            return
        }
        #expect(close.code == code, sourceLocation: location)
    }

    /// Expects this close for a client that has not signed in.
    private func expectClose(
        _ code: CloseCode,
        after first: [UInt8],
        configure: (inout ServerConfiguration) -> Void,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withBystander(configure: configure, at: location) { server in
            try await expectClose(code, after: first, server, at: location)
        }
    }

    /// Expects this close for a client that has signed in.
    private func expectClose(
        _ code: CloseCode,
        afterWelcome later: [UInt8],
        differingMarkets: ClosedRange<Int> = 0...0,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withBystander(differingMarkets: differingMarkets, configure: configure, at: location) { server in
            try await expectClose(code, after: bytes([hello]), afterWelcome: later, server, at: location)
        }
    }

    /// Runs `body` beside this many silent connections, and expects that there is room again after them.
    private func withCrowd(
        _ count: Int,
        configure: (inout ServerConfiguration) -> Void,
        at location: SourceLocation = #_sourceLocation,
        _ body: @MainActor (TestServer) async throws -> Void
    ) async throws {
        try await withBystander(configure: configure, at: location) { server in
            let crowd = try await SilentClients.connect(count, port: server.port)
            try await server.untilConnections(1 + count)
            try await body(server)
            await crowd.close()
            try await server.untilConnections(1)
            let next = server.terminal()
            try await next.running { await next.untilReady() }
        }
    }

    // MARK: Connections

    @Test func moreConnectionsThanTheServerTakes() async throws {
        try await withCrowd(9, configure: { $0.limits.connections = 10 }) { server in
            try await expectClose(.tooManyConnections, after: [], server, at: #_sourceLocation)
        }
    }

    @Test func moreConnectionsFromOneAddress() async throws {
        try await withCrowd(9, configure: { $0.limits.connectionsPerAddress = 10 }) { server in
            try await expectClose(.tooManyConnections, after: [], server, at: #_sourceLocation)
        }
    }

    /// A silent connection is closed without a Close.
    @Test(arguments: [(all: 5, ofAddress: 400, "handshakes"), (all: 4_000, ofAddress: 5, "handshakes_of_address")])
    func strangersWhoTakeAllPlacesDoNotKeepATerminalOut(places: (all: Int, ofAddress: Int, limit: String)) async throws
    {
        try await withBystander(
            configure: {
                ($0.limits.handshakes, $0.limits.handshakesPerAddress) = (places.all, places.ofAddress)
                $0.admin = ServerConfiguration.Endpoint(host: "127.0.0.1", port: 0)
            },
            at: #_sourceLocation
        ) { server in
            let crowd = try await SilentClients.connect(5, port: server.port)
            try await server.untilConnections(1 + 5)
            let next = server.terminal()
            try await next.running { await next.untilReady() }
            try await crowd.untilOneEnded()
            await crowd.close()
            let metrics = try await server.metrics()
            for limit in ["handshakes", "handshakes_of_address"] {
                let isNone = metrics.contains(#"connections_dropped_total{reason="\#(limit)"} 0"#)
                #expect(isNone == (limit != places.limit), "only \(places.limit) is reached")
            }
        }
    }

    @Test func moreTerminalsOfOneUser() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.limits.connectionsPerUser = 1 }) { server in
                let first = server.terminal()
                try await first.running {
                    await first.untilReady()
                    let second = server.terminal()
                    try await second.running {
                        await second.untilWaiting()
                        guard case .waiting(_, .closed(let close)) = second.link.state else {
                            Issue.record("the second waits because of \(second.link.state)")
                            return
                        }
                        #expect(close.code == .tooManyConnections)
                    }
                    #expect(first.link.state == .live)
                }
            }
        }
    }

    // MARK: Time

    /// There is no bystander here either. A handshake that takes longer than the time for the hello ends without a Close; then another
    /// client tries.
    @Test func noHelloInTime() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.limits.helloTimeout = .seconds(2) }) { server in
                var answers: [ServerFrame] = []
                while answers.isEmpty {
                    let (ping, pin) = (bytes([.ping(nonce: 1)]), server.server.pin)
                    answers = try await RawClient.answers(to: ping, port: server.port, pin: pin)
                }
                guard case .close(let close)? = answers.last else {
                    Issue.record("it was not closed: \(answers)")
                    return
                }
                #expect(close.code == .helloTimeout)
            }
        }
    }

    /// A TLS handshake has less time than the hello. There is no bystander: on a busy machine its own handshake would take too long.
    @Test func aHandshakeThatIsNotFinishedInTimeIsDropped() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.limits.handshakeTimeout = .milliseconds(300) }) {
                try await SilentClients.connect(3, port: $0.port).untilEnded()
            }
        }
    }

    @Test func strangersAreLookedAfterBeforeTheServerRuns() async throws {
        try await withTemporaryDirectory { directory in
            let market = ServerConfiguration.Market(environment: ProviderEnvironment(.qa, bases: [:]))
            var configuration = ServerConfiguration(dataDirectory: directory, market: market)
            configuration.listen.port = 0
            configuration.limits.handshakeTimeout = .milliseconds(300)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let server = try await Server(configuration, logger: logger)
            try await SilentClients.connect(3, port: server.listenAddress.port).untilEnded()
            await server.resources.close(logger: logger)
        }
    }

    // MARK: Frames

    @Test func moreFramesThanTheLimit() async throws {
        let pings = (0..<21).map { ClientFrame.ping(nonce: $0) }
        try await expectClose(.tooFast, after: bytes(pings)) { $0.limits.framesPerSecond = 2 }
    }

    @Test func moreChangesThanTheLimit() async throws {
        let changes = (1...12).map { number in
            ClientFrame.mutation(
                NumberedMutation(number: number, mutation: .set(Settings.coinsOnly, to: true))
            )
        }
        try await expectClose(.tooFast, afterWelcome: bytes(changes)) { $0.limits.mutationsPerSecond = 1 }
    }

    @Test func moreUnansweredChangesThanTheLimit() async throws {
        let changes = (1...5).map { number in
            ClientFrame.mutation(
                NumberedMutation(number: number, mutation: .set(Settings.coinsOnly, to: true))
            )
        }
        try await expectClose(.tooManyMutations, afterWelcome: bytes(changes)) { $0.limits.mutationsInFlight = 2 }
    }

    @Test(arguments: [
        ClientFrame.openChart(ChartID(rawValue: 1), ChartRequest(coin: CoinID(1), interval: .hour, count: 10)),
        .detailRequest(number: 1, CoinID(1)), .iconRequest([]), .snapshotRequest(sequence: 1),
        .accountRequest(number: 1, .listDevices),
        .dayRatesRequest(number: 1, DayRatesRequest("EUR", from: .testDay, through: .testDay)),
    ])
    func moreRequestsThanTheLimit(request: ClientFrame) async throws {
        let requests = Array(repeating: request, count: 12)
        // Each request for a snapshot counts as a market that differs.
        try await expectClose(.tooFast, afterWelcome: bytes(requests), differingMarkets: 0...12) {
            $0.limits.requestsPerSecond = 1
        }
    }

    @Test func aHelloThatIsTooLarge() async throws {
        // The frame has 201 bytes, of which none has come yet.
        try await expectClose(.frameTooLarge, after: [0, 0, 0, 201]) { $0.limits.helloFrameBytes = 200 }
    }

    @Test func aFrameThatIsTooLarge() async throws {
        // The frame has 65,537 bytes, of which none has come yet.
        try await expectClose(.frameTooLarge, afterWelcome: [0, 1, 0, 1])
    }

    // MARK: Told

    @Test func everyLimitIsInTheWelcome() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(
                in: directory,
                configure: { configuration in
                    configuration.limits.records.limit(.listItem, toRecords: 7)
                    configuration.limits.framesPerSecond = 8_001
                    configuration.limits.mutationsPerSecond = 8_002
                    configuration.limits.requestsPerSecond = 8_003
                    configuration.limits.connectionsPerUser = 8_004
                    configuration.limits.helloFrameBytes = 3_000
                    configuration.limits.helloTimeout = .seconds(11)
                    configuration.limits.connections = 8_005
                    configuration.limits.connectionsPerAddress = 8_006
                    configuration.limits.handshakes = 8_007
                    configuration.limits.handshakesPerAddress = 8_008
                    configuration.limits.handshakeTimeout = .seconds(12)
                },
                { server in
                    let terminal = server.terminal()
                    try await terminal.running { await terminal.untilReady() }
                    let limits: [SessionLimits] = terminal.frames.compactMap { frame in
                        if case .welcome(let welcome) = frame { welcome.limits } else { nil }
                    }
                    #expect(limits == [server.server.limits])
                }
            )
        }
    }
}

extension CivilDate {
    fileprivate static let testDay = CivilDate(year: 2024, month: 3, day: 1)
}
