import Foundation
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// A database that somebody has copied back by hand keeps its identity, so only the hash of a table tells that it is
/// another one.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CopiedDatabaseTests {
    @Test func aTerminalThatKnewMoreGetsTheRightTableAndOneMismatchIsCounted() async throws {
        try await withTemporaryDirectory { directory in
            try await addUsers(["ada"], in: directory)
            var server = try await ServerBinary.start(in: directory, port: 0)
            let (one, port) = (server.terminal(), server.port)
            try await one.connected {
                await one.untilReady()
                one.add(CoinID(1))
                await one.untilConfirmed()
            }
            await server.stop()
            let database = DataDirectory.database(in: directory)
            let files = ["", "-wal"].map { URL(filePath: database + $0) }
            let copies = files.map { try? Data(contentsOf: $0) }

            server = try await ServerBinary.start(in: directory, port: port)
            try await one.connected {
                await one.until { $0.link.state == .live }
                one.add(CoinID(2))
                await one.untilConfirmed()
            }
            #expect(try await server.hashMismatches().users == 0)
            await server.stop()
            SmallFile.remove(database + "-shm")
            for (file, copy) in zip(files, copies) {
                if let copy { try copy.write(to: file) } else { SmallFile.remove(file.path) }
            }

            // Another terminal brings the copy to the version that the first one knows, and beyond.
            server = try await ServerBinary.start(in: directory, port: port)
            let other = server.terminal()
            try await other.connected {
                await other.untilReady()
                for coin in [3, 4, 5] as [UInt32] { other.add(CoinID(coin)) }
                await other.untilConfirmed()
                try await one.connected {
                    await one.until { $0.favorites == other.favorites }
                    #expect(one.favorites == [CoinID(1), CoinID(3), CoinID(4), CoinID(5)])
                }
            }
            #expect(try await server.hashMismatches().users == 1)
            await server.stop()
        }
    }
}
