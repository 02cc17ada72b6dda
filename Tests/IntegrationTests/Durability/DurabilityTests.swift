import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// A confirmed change is on disk, whatever happens to the server.
///
/// `DURABILITY_KILLS=n` kills more often than a run on every change can.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)))
struct DurabilityTests {
    private static let kills = ProcessInfo.processInfo.environment["DURABILITY_KILLS"].flatMap(Int.init) ?? 8
    private static let users = ["ada", "bob", "eve"]
    private static let terminalsPerUser = 3

    @Test func everyConfirmedChangeOutlivesASIGKILLExactlyOnce() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        try await withTemporaryDirectory { directory in
            try await addUsers(Self.users, in: directory)
            var server = try await ServerBinary.start(in: directory, port: 0)
            let clients = try Self.users.flatMap { user in
                try (0..<Self.terminalsPerUser).map { try MutatingClient(user: user, number: $0, server: server) }
            }
            await withDiscardingTaskGroup { links in
                for client in clients { links.addTask { _ = await client.link.run() } }
                for kill in 1...Self.kills {
                    for client in clients { await client.untilLive() }
                    let results = Int.random(in: 1...30, using: &random)
                    let counter = ResultCounter(wanted: results)
                    for client in clients { client.begin(counter) }
                    await counter.untilReached()
                    await server.kill()
                    do {
                        server = try await ServerBinary.start(in: directory, port: server.port)
                    } catch {
                        Issue.record("the server did not start after kill \(kill), seed \(seed): \(error)")
                        break
                    }
                    for client in clients { client.link.retryRequested() }
                }
                for client in clients { client.end() }
                for client in clients { await client.untilConfirmed() }
                links.cancelAll()
            }
            await server.kill()
            let confirmed = try await MutatingClient.checkDisk(of: clients, in: directory)
            print("durability: \(Self.kills) kills, \(confirmed) changes confirmed, each on disk once; seed \(seed)")
        }
    }
}
