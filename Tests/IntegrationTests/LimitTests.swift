import NIOCore
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// Each limit ends the connection that is over it with its documented code, and harms no other.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LimitTests {
    private func expectClose(
        _ code: CloseCode,
        after frames: [ClientFrame],
        configure: (inout ServerConfiguration) -> Void,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: configure) { server in
                let bystander = server.terminal()
                try await bystander.running {
                    await bystander.untilReady()
                    var bytes = ByteBuffer()
                    for frame in frames { frame.write(into: &bytes) }
                    let answers = try await RawClient.answers(
                        to: Array(bytes.readableBytesView),
                        port: server.port,
                        pin: server.server.pin
                    )
                    guard case .close(let close)? = answers.last else {
                        Issue.record("it was not closed", sourceLocation: location)
                        return
                    }
                    #expect(close.code == code, sourceLocation: location)
                    bystander.link.user.mutate(.addFavorite(CoinID(77)))
                    await bystander.untilConfirmed()
                    #expect(bystander.link.state == .live, sourceLocation: location)
                }
            }
        }
    }

    @Test func moreFramesThanTheLimit() async throws {
        let pings = (0..<21).map { ClientFrame.ping(nonce: $0) }
        try await expectClose(.tooFast, after: pings) { $0.limits.framesPerSecond = 2 }
    }

    @Test func noHelloInTime() async throws {
        try await expectClose(.helloTimeout, after: [.ping(nonce: 1)]) { $0.limits.helloTimeout = .milliseconds(500) }
    }

    @Test func aHelloThatIsTooLarge() async throws {
        let hello = Hello(
            clientName: "test",
            clientVersion: "1",
            deviceName: String(repeating: "x", count: 300),
            clientID: ClientID(high: 1, low: 2),
            credentials: .password(name: "ada", password: "secret of ada")
        )
        try await expectClose(.frameTooLarge, after: [.hello(hello)]) { $0.limits.helloFrameBytes = 200 }
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
                        guard case .waiting(_, .closed(let close)) = second.link.state else { return }
                        #expect(close.code == .tooManyConnections)
                    }
                    #expect(first.link.state == .live)
                }
            }
        }
    }

    @Test func everyLimitThatConcernsATerminalIsInItsWelcome() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(
                in: directory,
                configure: { configuration in
                    configuration.limits.favorites = 7
                    configuration.limits.framesPerSecond = 8_001
                    configuration.limits.mutationsPerSecond = 8_002
                    configuration.limits.requestsPerSecond = 8_003
                    configuration.limits.connectionsPerUser = 8_004
                    configuration.limits.helloFrameBytes = 3_000
                    configuration.limits.helloTimeout = .seconds(11)
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
