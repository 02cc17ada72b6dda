import Shared
import Testing
import TickwireClient

@testable import PushServer

private let bitcoin: UInt32 = 1
private let ether: UInt32 = 1027

/// The library `TickwireClient`, used as by another program.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LibraryTests {
    @Test func aProgramAddsFavoritesAndRemovesThem() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                let address = try TickwireServer("127.0.0.1:\(server.port)", pin: "\(server.server.pin)")
                try await terminal.connected {
                    try await address.connect(as: .password(user: "ada", password: "secret of ada")) { session in
                        #expect(session.favorites.isEmpty)
                        try await session.addFavorite(ether)
                        try await session.addFavorite(bitcoin)
                        try await session.addFavorite(ether)
                        #expect(session.favorites == [ether, bitcoin])
                        await terminal.until { $0.favorites == [CoinID(ether), CoinID(bitcoin)] }
                        try await session.removeFavorite(ether)
                        try await session.removeFavorite(ether)
                        #expect(session.favorites == [bitcoin])
                        await terminal.until { $0.favorites == [CoinID(bitcoin)] }
                    }
                }
            }
        }
    }

    @Test func aRefusedChangeIsThrownOnce() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(
                in: directory,
                configure: { $0.limits.records.limit(.listItem, toRecords: 1) }
            ) { server in
                let address = try TickwireServer("127.0.0.1:\(server.port)", pin: "\(server.server.pin)")
                try await address.connect(as: .password(user: "ada", password: "secret of ada")) { session in
                    try await session.addFavorite(bitcoin)
                    let refusal = await #expect(throws: TickwireError.self) { try await session.addFavorite(ether) }
                    #expect(refusal?.description == "You can have at most 1 favorites; remove one first.")
                    try await session.removeFavorite(bitcoin)
                    try await session.addFavorite(ether)
                    #expect(session.favorites == [ether])
                }
            }
        }
    }

    @Test func aCancelledChangeIsNotTakenForAConfirmedOne() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let address = try TickwireServer("127.0.0.1:\(server.port)", pin: "\(server.server.pin)")
                try await address.connect(as: .password(user: "ada", password: "secret of ada")) { session in
                    // Unstructured, so that the test can cancel it alone.
                    let change = Task { try await session.addFavorite(bitcoin) }
                    change.cancel()
                    await #expect(throws: TickwireError.self) { try await change.value }
                }
            }
        }
    }

    @Test func aPrivateServerIsRefusedInWords() {
        let error = #expect(throws: TickwireError.self) { _ = try TickwireServer("local") }
        #expect(error?.description == "'local' is a private server, which only tickwire starts; use HOST:PORT")
    }
}
