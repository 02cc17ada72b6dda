import Foundation
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A disk that is really full: the system answers ENOSPC to each write of the server.
@MainActor
@Suite(
    .enabled(if: SmallDisk.isAvailable, "this machine lets nobody mount a disk of his own"),
    .timeLimit(.minutes(5))
)
struct FullDiskTests {
    private func withSmallDisk(
        _ body: @MainActor (ServerBinary, SmallDisk) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let disk = SmallDisk(path: directory + "/disk", contents: directory + "/data")
            let administration = try UserAdministration(dataDirectory: disk.contents, cost: .cheap)
            try await administration.add(name: "ada", password: "secret of ada")
            try await administration.close()
            let server = try await ServerBinary.start(in: disk.path, port: 0, launcher: disk.launcher)
            do {
                try await body(server, disk)
            } catch {
                await server.kill()
                throw error
            }
        }
    }

    /// Makes more changes than fit into the rest of the last page.
    private func makeManyChanges(_ terminal: TestTerminal) throws {
        let key = try #require(OrderKey(String(repeating: "V", count: 24)))
        for coin in 2...121 { terminal.place(CoinID(UInt32(coin)), at: key) }
    }

    private func retries(_ terminal: TestTerminal) -> [String] {
        terminal.frames.compactMap { frame in
            guard case .mutationResult(let result) = frame, case .retryLater(let reason) = result.outcome else {
                return nil
            }
            return reason
        }
    }

    /// Waits until prices have gone on.
    private func untilTicked(_ terminal: TestTerminal) async {
        let count = terminal.diffs.count
        await terminal.until { $0.diffs.count > count + 1 }
    }

    @Test func backupAndRestoreSayThatTheDiskIsFull() async throws {
        try await withTemporaryDirectory { directory in
            let data = directory + "/data"
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            let administration = try UserAdministration(dataDirectory: data, cost: .cheap)
            try await administration.add(name: "ada", password: "secret of ada")
            try await administration.close()
            let backup = directory + "/backup"
            try UserBackup(dataDirectory: data).write(to: backup)
            // The free space is smaller than the database.
            let (contents, disk) = (directory + "/contents", directory + "/disk")
            try FileManager.default.createDirectory(atPath: contents, withIntermediateDirectories: true)
            try Data(count: SmallDisk.bytes - 32_768).write(to: URL(fileURLWithPath: contents + "/filler"))
            let launcher = SmallDisk(path: disk, contents: contents).launcher
            for (words, file) in [
                (["backup", disk + "/copy", "--data", data], "/disk/copy"),
                (["restore", backup, "--data", disk], "/disk/users.sqlite"),
            ] {
                try? FileManager.default.removeItem(atPath: disk)
                let program = try ServerBinary.program("tickwire-server").path
                let run = try await CommandRun(command: launcher + [program] + words)
                run.expectFailure("the disk has no room for ")
                run.expectFailure("\(file); free about twice")
            }
        }
    }

    @Test func changesWaitUntilThereIsRoomWhilePricesGoOn() async throws {
        try await withSmallDisk { server, disk in
            let terminal = server.terminal()
            try await terminal.connected {
                await terminal.untilReady()
                terminal.add(CoinID(1))
                await terminal.untilConfirmed()
                let filler = try disk.fill(seenFrom: server.root)
                try makeManyChanges(terminal)
                await terminal.until { !self.retries($0).isEmpty }
                #expect(retries(terminal).allSatisfy { !$0.isEmpty })
                await untilTicked(terminal)
                let newcomer = server.terminal(.token(try #require(terminal.token)))
                try await newcomer.running {
                    await newcomer.untilReady()
                    #expect(newcomer.favorites.first == CoinID(1))
                    await untilTicked(newcomer)
                }
                #expect(terminal.link.user.pendingCount > 0)
                try FileManager.default.removeItem(at: filler)
                await terminal.untilConfirmed()
                #expect(terminal.user.version == 121, "each took effect once")
            }
            // The server stops although it has nowhere to write the market.
            _ = try disk.fill(seenFrom: server.root)
            await server.stop()
        }
    }
}
