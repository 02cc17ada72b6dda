#if FLEET
    import Foundation
    import PostgresKit
    import Shared
    import TestSupport
    import Testing

    @testable import PushServer
    @testable import TerminalClient

    /// A confirmed change is in the database once, whichever nodes die.
    ///
    /// `FLEET_KILLS=n` kills n times: more often than a run on every change can.
    @MainActor
    @Suite(
        .serialized,
        .timeLimit(.minutes(30)),
        .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed: apt-get install postgresql")
    )
    struct FleetKillTests {
        private static let kills = ProcessInfo.processInfo.environment["FLEET_KILLS"].flatMap(Int.init) ?? 20
        /// Every fifth blow is none of the kills: it cuts all connections to the database.
        private static let blows = kills + kills / 4
        private static let users = ["ada", "bob", "eve"]
        private static let terminalsPerUser = 3
        private static let nodes = 3

        @Test func everyConfirmedChangeOutlivesTheDeathOfNodesExactlyOnce() async throws {
            let seed = UInt64.random(in: 1...UInt64.max)
            var random = SeededGenerator(seed: seed)
            try await PostgresServer.running().withDatabase { database in
                try await withTemporaryDirectory { directory in
                    try await addUsers(Self.users, in: directory, or: database)
                    let fleet = try ProcessFleet(in: directory, sharing: database)
                    for _ in 0..<Self.nodes { try await fleet.start() }
                    let clients = try Self.users.flatMap { user in
                        try (0..<Self.terminalsPerUser).map { number in
                            try MutatingClient(user: user, number: number, at: fleet.address(from: number), fleet.pin)
                        }
                    }
                    var mismatches = 0
                    try await withThrowingDiscardingTaskGroup { links in
                        for client in clients { links.addTask { _ = await client.link.run() } }
                        for blow in 1...Self.blows {
                            for client in clients { await client.untilLive() }
                            let counter = ResultCounter(wanted: Int.random(in: 1...30, using: &random))
                            for client in clients { client.begin(counter) }
                            await counter.untilReached()
                            if blow.isMultiple(of: 5) {
                                try FleetLedger(database).cutConnections()
                            } else {
                                let victim = Int.random(in: 0..<Self.nodes, using: &random)
                                mismatches += try await fleet.hashMismatches(of: victim)
                                try await fleet.killAndRestart(victim)
                            }
                            for client in clients { client.link.retryRequested() }
                        }
                        for client in clients { client.end() }
                        for client in clients { await client.untilConfirmed() }
                        links.cancelAll()
                    }
                    for node in 0..<Self.nodes { mismatches += try await fleet.hashMismatches(of: node) }
                    #expect(mismatches == 0, "seed \(seed)")
                    let leaders = try await fleet.untilOneLeads()
                    #expect(leaders == 1, "seed \(seed)")
                    await fleet.stop()
                    let changes = try FleetLedger(database).check(clients)
                    let result = "\(changes) changes confirmed, each in the database once"
                    let cuts = Self.blows - Self.kills
                    print("fleet: \(Self.kills) kills, \(cuts) cuts, \(result); seed \(seed)")
                }
            }
        }
    }

    /// Reads the database without the code of the store, and compares it with the logs of clients.
    @MainActor
    private struct FleetLedger {
        private static let listItem = Int64(2)
        private let connection: PostgresConnection

        init(_ database: String) throws {
            connection = try PostgresConnection(try PostgresAddress(database))
        }

        func cutConnections() throws {
            try connection.transaction {
                _ = try connection.rows(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """
                )
            }
        }

        /// Each change alters the table, so the version counts the changes that took effect.
        /// - Returns: how many changes were made.
        func check(_ clients: [MutatingClient]) throws -> Int {
            for (user, own) in Dictionary(grouping: clients, by: \.user) {
                let (version, coins) = try connection.transaction {
                    let account = try connection.rows("SELECT id, version FROM account WHERE name = $1", [.text(user)])
                    let id = try #require(account.int(0, 0))
                    let keys = try connection.rows(
                        "SELECT key FROM record WHERE account_id = $1 AND kind = $2",
                        [.int(id), .int(Self.listItem)]
                    )
                    let coins = try (0..<keys.count).map { try #require(Self.coin(in: keys.bytes($0, 0) ?? [])) }
                    return (account.int(0, 1), coins)
                }
                #expect(version == own.reduce(0) { $0 + Int64($1.changes) }, "\(user): lost or doubled")
                #expect(Set(coins) == own.reduce(into: []) { $0.formUnion($1.expected.map(\.rawValue)) }, "\(user)")
                for client in own { #expect(client.lost.isEmpty, "confirmed, and missing afterwards") }
            }
            return clients.reduce(0) { $0 + $1.changes }
        }

        /// The key of a coin in Favorites is its number in field 2, as a varint (protobuf, "Encoding").
        private static func coin(in key: [UInt8]) -> UInt32? {
            guard key.first == 2 << 3 else { return nil }
            return key.dropFirst().reversed().reduce(0) { $0 << 7 | UInt32($1 & 0x7F) }
        }
    }
#endif
