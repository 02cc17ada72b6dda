import GRDB
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// The limits that an operator sets on the command line hold.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LimitOptionTests {
    @Test func everyOptionIsTheLimitOfItsName() async throws {
        // No two values are equal, and none is its option's default.
        let options = [
            "--max-connections": 15_001, "--max-connections-per-address": 1_002, "--max-connections-per-user": 103,
            "--max-handshakes": 4_004, "--max-handshakes-per-address": 405, "--max-frames-per-second": 206,
            "--max-changes-per-second": 107, "--max-requests-per-second": 28, "--max-favorites": 509,
            "--max-changes-unanswered": 65, "--max-charts": 9, "--max-candles": 990,
            "--max-hello-bytes": 4_010, "--max-frame-bytes": 70_011, "--handshake-timeout": 12, "--hello-timeout": 13,
        ]
        let told = try await limits(options.flatMap { [$0.key, "\($0.value)"] })
        #expect(told.connections == 15_001)
        #expect(told.connectionsPerAddress == 1_002)
        #expect(told.connectionsPerUser == 103)
        #expect(told.handshakes == 4_004)
        #expect(told.handshakesPerAddress == 405)
        #expect(told.framesPerSecond == 206)
        #expect(told.mutationsPerSecond == 107)
        #expect(told.requestsPerSecond == 28)
        #expect(told.records.limits(of: RecordKind.listItem.number)?.recordsPerOwner == 509)
        #expect(told.mutationsInFlight == 65)
        #expect(told.charts == 9)
        #expect(told.candles == 990)
        #expect(told.helloFrameBytes == 4_010)
        #expect(told.clientFrameBytes == 70_011)
        #expect(told.handshakeTimeout == .seconds(12))
        #expect(told.helloTimeout == .seconds(13))
    }

    @Test func withoutOptionsTheLimitsAreThoseOfTheDocuments() async throws {
        let told = try await limits([])
        #expect(told == SessionLimits())
    }

    @Test func aTokenThatWasNotUsedForLongerThanTheOptionSaysIsRefused() async throws {
        try await withTemporaryDirectory { directory in
            let token = try await withServerBinary(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.running { await terminal.untilReady() }
                return try #require(terminal.token)
            }
            try await age(days: 3, in: directory)
            try await withServerBinary(in: directory) { server in
                let terminal = server.terminal(.token(token))
                try await terminal.running { await terminal.untilReady() }
            }
            try await age(days: 3, in: directory)
            try await withServerBinary(in: directory, arguments: ["--token-days", "2"]) { server in
                let terminal = server.terminal(.token(token))
                let error = try await terminal.running { await terminal.untilStopped() }
                #expect(error == .closed(.signedOut))
            }
        }
    }

    /// The limits that the server tells a terminal.
    private func limits(_ arguments: [String]) async throws -> SessionLimits {
        try await withTemporaryDirectory { directory in
            try await withServerBinary(in: directory, arguments: arguments) { server in
                let terminal = server.terminal()
                try await terminal.running { await terminal.untilReady() }
                let told = terminal.frames.compactMap { frame in
                    if case .welcome(let welcome) = frame { welcome.limits } else { nil }
                }
                return try #require(told.first)
            }
        }
    }

    /// Moves the last use of all tokens this many days into the past.
    private func age(days: Int64, in directory: String) async throws {
        let database = try DatabaseQueue(path: DataDirectory.database(in: directory))
        try await database.write { db in
            try db.execute(sql: "UPDATE token SET used_ms = used_ms - ?", arguments: [days * 86_400_000])
            #expect(db.changesCount == 1)
        }
        try database.close()
    }
}
