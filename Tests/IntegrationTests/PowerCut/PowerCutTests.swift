import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// What was confirmed is on disk, and the server starts by itself, when the power goes before any operation on the disk.
///
/// `POWER_CUTS=n` cuts it more often than a run on every change can.
@MainActor
@Suite(
    .serialized,
    .enabled(if: ForgetfulDisk.isAvailable, "there is no C compiler, or a sanitizer is in its way"),
    .timeLimit(.minutes(60))
)
struct PowerCutTests {
    static let cuts = ProcessInfo.processInfo.environment["POWER_CUTS"].flatMap(Int.init) ?? 10
    private static let users = ["ada", "bob", "eve"]
    private static let terminalsPerUser = 3

    @Test func everyConfirmedChangeOutlivesAPowerCutExactlyOnce() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        try await withTemporaryDirectory { directory in
            let disk = try ForgetfulDisk(in: directory)
            let data = disk.folder + "/data"
            try await addUsers(Self.users, in: data)
            var server = try await ServerBinary.start(in: data, port: 0)
            let (port, clients) = (server.port, try clients(of: server))
            await server.kill()
            var hardStarts = 0
            try await withThrowingDiscardingTaskGroup { links in
                for client in clients {
                    links.addTask { _ = await client.link.run() }
                    client.begin()
                }
                for cut in 1...Self.cuts {
                    let operations = Self.operations(max: 2000, &random)
                    let environment = try disk.powerOn(cut: operations)
                    do {
                        server = try await ServerBinary.start(in: data, port: port, environment: environment)
                        for client in clients { client.link.retryRequested() }
                        await server.ended()
                    } catch is ServerBinary.DidNotStart {
                        hardStarts += 1
                    }
                    let isCut = try disk.powerOff(&random)
                    #expect(isCut, "the server ended by itself after cut \(cut - 1), seed \(seed)")
                    if !isCut { break }
                }
                server = try await ServerBinary.start(in: data, port: port, environment: try disk.powerOn())
                for client in clients {
                    client.end()
                    client.link.retryRequested()
                }
                for client in clients { await client.untilConfirmed() }
                links.cancelAll()
            }
            await server.kill()
            try disk.powerOff(&random)
            let confirmed = try await MutatingClient.checkDisk(of: clients, in: data)
            print(
                "power: \(Self.cuts) cuts, \(hardStarts) of them during a start, \(confirmed) changes confirmed, "
                    + "each on disk once; seed \(seed)"
            )
        }
    }

    private func clients(of server: ServerBinary) throws -> [MutatingClient] {
        try Self.users.flatMap { user in
            try (0..<Self.terminalsPerUser).map { try MutatingClient(user: user, number: $0, server: server) }
        }
    }

    /// As many small numbers as large ones.
    static func operations(max: Double, _ random: inout SeededGenerator) -> Int {
        Int(exp(Double.random(in: 0...log(max), using: &random)))
    }

    @Test func aServerWhoseFirstStartThePowerEndedStarts() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<max(2, Self.cuts / 5) {
            try await withTemporaryDirectory { directory in
                let disk = try ForgetfulDisk(in: directory)
                let (data, operations) = (disk.folder + "/data", Self.operations(max: 500, &random))
                let environment = try disk.powerOn(cut: operations)
                let first = try? await ServerBinary.start(in: data, port: 0, environment: environment)
                await first?.kill()
                try disk.powerOff(&random)
                do {
                    let server = try await ServerBinary.start(in: data, port: 0)
                    await server.stop()
                } catch {
                    Issue.record("it did not start when operation \(operations) was the last, seed \(seed): \(error)")
                }
            }
        }
    }
}
