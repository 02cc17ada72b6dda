import NIOCore
import PushServer
import TestSupport
import Testing

@testable import Shared
@testable import TerminalClient

/// Today's terminal, which knows neither notes nor field 9, beside a newer one that writes both, at a server that keeps
/// both.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OlderClientTests {
    private static let setting = Settings.coinsOnly.described
    private static let coins = [1, 2, 3, 4].map { CoinID($0) }

    private func field(_ text: String) -> [UInt8] { [0x4A, UInt8(text.utf8.count)] + Array(text.utf8) }

    private func noteKey(_ coin: CoinID) -> RecordKey {
        RecordKey(kind: RecordKind.note.number, bytes: ListItem.key(of: coin).bytes)
    }

    /// Its own records are notes; into other records it writes field 9.
    private func newer(_ client: UInt64, _ changes: [Change], at server: TestServer) async throws {
        let hello = Hello(
            clientName: "newer",
            clientVersion: "9",
            deviceName: "newer",
            clientID: ClientID(high: 7, low: client),
            credentials: .password(name: "ada", password: "secret of ada")
        )
        let frames = try await RawClient.answers(
            to: bytes(.hello(hello)),
            afterWelcome: bytes(.mutation(NumberedMutation(number: 1, mutation: Mutation(changes))), .logout),
            port: server.port,
            pin: server.server.pin
        )
        let outcomes = frames.compactMap { if case .mutationResult(let result) = $0 { result.outcome } else { nil } }
        #expect(outcomes == [.applied])
    }

    private func bytes(_ frames: ClientFrame...) -> [UInt8] {
        var buffer = ByteBuffer()
        for frame in frames { frame.write(into: &buffer) }
        return Array(buffer.readableBytesView)
    }

    /// Writes into all coins and the setting.
    private func writing(_ text: String) -> [Change] {
        let keys = Self.coins.map { ListItem.key(of: $0) } + [Self.setting.key]
        return keys.map { Change($0, .update(field(text), fields: [9], creates: false)) }
    }

    private func expectNothingLost(
        _ table: UserTable,
        field text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for record in table.records where record.key.kind != RecordKind.note.number {
            #expect(
                record.value.suffix(text.utf8.count + 2) == field(text)[...],
                "\(record.key)",
                sourceLocation: sourceLocation
            )
        }
        #expect(table.count == 2 * Self.coins.count + 1, sourceLocation: sourceLocation)
        for coin in Self.coins { #expect(table[noteKey(coin)]?.value == field("note"), sourceLocation: sourceLocation) }
    }

    @Test func nothingThatAnOlderTerminalDoesNotKnowIsLost() async throws {
        try await withTemporaryDirectory { directory in
            let configure = { (configuration: inout ServerConfiguration) in
                configuration.limits.records = RecordRules(keeping: RecordKind.all + [.note])
            }
            try await withServer(in: directory, configure: configure) { server in
                let proxy = try await TestProxy.start(upstreamPort: server.port)
                let folder = directory + "/pending"
                try await firstProcess(server, proxy, folder)
                try await secondProcess(server, proxy, folder)
                try await proxy.stop()
            }
        }
    }

    private func firstProcess(_ server: TestServer, _ proxy: TestProxy, _ folder: String) async throws {
        let older = server.terminal(port: proxy.port, journals: try PendingJournals(directory: folder))
        try await older.running {
            await older.untilReady()
            for coin in Self.coins { older.add(coin) }
            older.set(Settings.coinsOnly, to: true)
            await older.untilConfirmed()
            let notes = Self.coins.map { Change(noteKey($0), .put(field("note"))) }
            try await newer(1, notes + writing("one"), at: server)
            await older.until { $0.user[self.noteKey(Self.coins[3])] != nil }
            // Changes and undos while both are connected.
            older.link.user.mutate { .move(Self.coins[3], to: 0, of: $0) }
            older.set(Settings.coinsOnly, to: false)
            older.remove(Self.coins[1])
            await older.untilConfirmed()
            #expect(older.user[noteKey(Self.coins[1])] == nil, "the note went with its coin")
            for _ in 1...3 { older.link.user.undo() }
            await older.untilConfirmed()
            #expect(older.favorites == Self.coins)
            expectNothingLost(older.user, field: "one")
            // Offline it works on what it has seen, while the newer one goes on writing.
            proxy.cutNow()
            await older.untilWaiting()
            try await newer(2, writing("two"), at: server)
            try changeOffline(older.link.user)
        }
    }

    /// Moves; coins at one place, so that the next move respaces them; a setting; a coin that is removed and added
    /// again; and a move that is taken back.
    private func changeOffline(_ user: UserReplica) throws {
        let key = try #require(OrderKey("k"))
        user.mutate { .move(Self.coins[0], to: 3, of: $0) }
        for coin in Self.coins.prefix(2) {
            user.mutate { _ in Mutation([ListItem(coin: coin, orderKey: key).placing(creates: false)]) }
        }
        user.mutate { .move(Self.coins[2], to: 2, of: $0) }
        user.mutate { _ in .set(Settings.coinsOnly, to: false) }
        user.mutate { _ in .remove([Self.coins[1]]) }
        user.undo()
        user.mutate { .move(Self.coins[3], to: 3, of: $0) }
        user.undo()
    }

    private func secondProcess(_ server: TestServer, _ proxy: TestProxy, _ folder: String) async throws {
        let journals = try PendingJournals(directory: folder)
        #expect(journals.queues.map(\.pending.count).max() == 9)
        let older = server.terminal(port: proxy.port, journals: journals)
        let seen = older.favorites
        #expect(seen.map(\.rawValue) == [4, 1, 3, 2], "as the process before left it")
        try await older.connected {
            await older.untilReady()
            await older.untilConfirmed()
            // Coin 4 does not move back: the newer terminal had changed it, so the move did not replace what this one
            // held.
            let order = older.favorites
            #expect(order.map(\.rawValue) == [1, 3, 2, 4] && !older.user[Settings.coinsOnly])
            expectNothingLost(older.user, field: "two")
            #expect(older.link.user.problem == nil)
            // This process cannot undo what an earlier one did, but it can undo the removal of all.
            older.link.user.mutate { .removeAll(of: $0) }
            await older.untilConfirmed()
            #expect(older.user.count == 1)
            older.link.user.undo()
            await older.untilConfirmed()
            #expect(older.favorites == order)
            expectNothingLost(older.user, field: "two")
        }
    }
}
