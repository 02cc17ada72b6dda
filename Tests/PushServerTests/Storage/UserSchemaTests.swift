import Foundation
import GRDB
import Shared
import TestSupport
import Testing

@testable import PushServer

/// A database of each earlier version is converted to this version without a loss.
struct UserSchemaTests {
    private func database(atVersion version: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try UserSchema.migrator.migrate(queue, upTo: version)
        return queue
    }

    @Test func versionOneKeepsAccountsFavoritesClientsAndTokens() throws {
        let queue = try database(atVersion: "1")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, password, created_ms, version, coins_only)
                        VALUES (7, 'ada', 'scrypt', 1, 42, TRUE), (9, 'bob', 'scrypt', 2, 0, FALSE);
                    INSERT INTO favorite VALUES (7, 1027, 'V01'), (7, 1, 'V02');
                    INSERT INTO token VALUES (x'0a', 7, 'laptop', 1000, 5000), (x'0b', 7, 'phone', 2000, 6000),
                        (x'0c', 9, 'rules', 3000, 7000);
                    INSERT INTO client VALUES (7, x'00000000000000010000000000000002', 12, 4000);
                    INSERT INTO result VALUES (7, x'00000000000000010000000000000002', 12, 'no', 41);
                    """
            )
        }
        try UserSchema.migrator.migrate(queue)
        try queue.write { db in
            let rows = DeviceRows(db: db, time: MarketTime(seconds: 8), lifetime: TokenLifetime())
            let devices = try rows.devices(of: AccountID(rawValue: 7))
            #expect(devices.map(\.name) == ["phone", "laptop"])
            #expect(devices.map(\.created.milliseconds) == [2000, 1000])
            #expect(try rows.standing(of: TokenHash(bytes: [0x0c]))?.account.name == "bob")
            #expect(try rows.standing(of: TokenHash(bytes: [0x0d])) == nil)
            let table = try #require(try UserRows(db: db).table(of: AccountID(rawValue: 7)))
            #expect(table.version == 42)
            #expect(table.coins == [CoinID(1027), CoinID(1)])
            #expect(table[Settings.coinsOnly])
            #expect(try StoreIdentity(from: db).rawValue > 0)
            // The promises of the first version still hold.
            try db.execute(sql: "DELETE FROM account WHERE id = 7")
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM token") == 1)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM client") == 0)
        }
    }

    @Test func versionTwoKeepsDevicesAndTheirTokens() throws {
        let queue = try database(atVersion: "2")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, password, created_ms) VALUES (7, 'ada', 'scrypt', 1);
                    INSERT INTO device (id, account_id, name, created_ms, used_ms) VALUES (3, 7, 'laptop', 1000, 5000);
                    INSERT INTO token (hash, device_id, created_ms, used_ms) VALUES (x'0a', 3, 1000, 5000);
                    """
            )
        }
        try UserSchema.migrator.migrate(queue)
        try queue.write { db in
            let rows = DeviceRows(db: db, time: MarketTime(seconds: 8), lifetime: TokenLifetime())
            let standing = try rows.standing(of: TokenHash(bytes: [0x0a]))
            let use = TokenUse(token: TokenHash(bytes: [0x0a]), address: "192.0.2.1")
            let isDue = try rows.account(AccountID(rawValue: 7), for: use)?.isUseDue
            try rows.touch(use)
            let isStillDue = try rows.account(AccountID(rawValue: 7), for: use)?.isUseDue
            let addresses = try rows.devices(of: AccountID(rawValue: 7)).map(\.address)
            #expect(standing?.device == DeviceID(rawValue: 3))
            #expect(isDue == true && isStillDue == false)
            #expect(addresses == ["192.0.2.1"])
        }
    }

    @Test func versionThreeKnowsWhereItsDevicesSignedIn() throws {
        let queue = try database(atVersion: "3")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, password, created_ms) VALUES (7, 'ada', 'scrypt', 1);
                    INSERT INTO device (id, account_id, name, created_ms, used_ms, address)
                        VALUES (3, 7, 'laptop', 1000, 5000, '192.0.2.1'), (4, 7, 'phone', 1000, 6000, '2001:db8::1'),
                        (5, 7, 'tablet', 1000, 7000, '2001:db8::2'), (6, 7, 'old', 1000, 1000, '');
                    INSERT INTO token (hash, device_id, created_ms, used_ms) VALUES (x'0a', 3, 1000, 5000);
                    """
            )
        }
        try UserSchema.migrator.migrate(queue)
        try queue.write { db in
            let rows = DeviceRows(db: db, time: MarketTime(seconds: 8), lifetime: TokenLifetime())
            let (ada, network) = (AccountID(rawValue: 7), HostAddress("2001:db8::3"))
            let one = try rows.origin(of: ada, from: HostAddress("192.0.2.1"), showing: nil)
            let other = try rows.origin(of: ada, from: network, showing: nil)
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sign_in_address")
            #expect(one == .familiar(HostAddress("192.0.2.1")) && other == .familiar(network) && count == 2)
            let devices = try rows.devices(of: ada)
            #expect(devices.count == 4)
        }
    }

    /// The tables that terminals hold are no longer valid, so all records begin at the account's version.
    @Test func versionFourMakesRecordsOfFavoritesAndSettings() throws {
        let queue = try database(atVersion: "4")
        let long = String(repeating: "V", count: 40)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, password, created_ms, version, kline_source, coins_only, keep_favorites)
                        VALUES (7, 'ada', '', 1, 42, 'cryptocompare', TRUE, FALSE), (8, 'bob', '', 1, 3, 'huobi', FALSE, TRUE),
                        (9, 'eve', '', 1, 9, 'huobi', FALSE, TRUE), (10, 'kim', '', 1, 0, 'huobi', FALSE, TRUE);
                    INSERT INTO favorite VALUES (7, 1027, 'V01'), (7, 1, 'V02'), (7, 4294967295, 'V01'),
                        (8, 5, '\(long)1'), (8, 6, '\(long)01'), (8, 4, 'a');
                    INSERT INTO client VALUES (7, x'00000000000000010000000000000002', 12, 4000);
                    INSERT INTO result VALUES (7, x'00000000000000010000000000000002', 12, 'no', 41);
                    """
            )
        }
        try UserSchema.migrator.migrate(queue)
        try queue.read { db in
            func table(_ account: Int64) throws -> UserTable {
                try #require(try UserRows(db: db).table(of: AccountID(rawValue: account)))
            }
            let (ada, bob, eve, kim) = (try table(7), try table(8), try table(9), try table(10))
            #expect(ada.items().map(\.orderKey.text) == ["V01", "V01", "V02"])
            #expect(ada.coins == [CoinID(1027), CoinID(.max), CoinID(1)])
            #expect(
                ada.klineSource == .cryptoCompare && ada[Settings.coinsOnly] && !ada[Settings.keepFavorites]
            )
            #expect(ada.records.allSatisfy { $0.version == 42 } && ada.version == 42)
            #expect(
                bob.coins == [CoinID(6), CoinID(5), CoinID(4)] && bob.count == 3,
                "with shorter keys, in their order"
            )
            #expect(eve.isEmpty && eve.version == 9 && kim.isEmpty && kim.version == 0)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM client") == 0)
        }
    }

    @Test func versionFiveHasForgottenNobody() throws {
        let queue = try database(atVersion: "5")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, password, created_ms, version, floor) VALUES (7, 'ada', '', 1, 42, 3);
                    INSERT INTO record VALUES (7, 77, x'01', x'02', 40);
                    INSERT INTO client VALUES (7, x'00000000000000010000000000000002', 12, 4000);
                    INSERT INTO client VALUES (7, x'00000000000000010000000000000003', 2, 5000);
                    INSERT INTO outcome VALUES (7, x'00000000000000010000000000000002', 12, 'no', 41, x''),
                        (7, x'00000000000000010000000000000003', 2, 'late', 42, x''),
                        (7, x'00000000000000010000000000000002', 11, NULL, 40, x'00');
                    """
            )
        }
        try UserSchema.migrator.migrate(queue)
        try queue.read { db in
            let ada = AccountID(rawValue: 7)
            let rows = SQLiteTransactionRows(db: db, identity: try StoreIdentity(from: db))
            let outcomes = OutcomeKeeper(rows, inFlight: 1)
            let table = try #require(try UserRows(db: db).table(of: ada))
            #expect(table.version == 42 && table.floor == 3 && table.count == 1)
            let (first, second) = (
                try rows.log(of: ClientID(high: 1, low: 2), ada), try rows.log(of: ClientID(high: 1, low: 3), ada)
            )
            #expect(first.lastNumber == 12 && second.lastNumber == 2)
            #expect(try outcomes.outcome(12, in: first)?.outcome == .refused(reason: "no"))
            #expect(try outcomes.outcome(11, in: first)?.isChange == true)
            #expect(try outcomes.outcome(10, in: first) == nil)
            #expect(try outcomes.outcome(2, in: second)?.outcome == .refused(reason: "late"))
            #expect(try outcomes.outcome(1, in: second) == nil)
            let account = try db.one("SELECT forgotten_ms FROM account WHERE id = ?", [.account(ada)])
            #expect(account?.int("forgotten_ms") == 0)
        }
    }

    @Test func versionSixKeepsOutcomesOfClientsWhoseNumbersAgree() throws {
        let queue = try database(atVersion: "6")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, password, created_ms, version, forgotten_ms)
                        VALUES (7, 'ada', '', 1, 42, 8000);
                    INSERT INTO client VALUES (7, x'00000000000000010000000000000002', 12, 4000),
                        (7, x'00000000000000010000000000000003', 9, 5000);
                    INSERT INTO outcome VALUES (7, x'00000000000000010000000000000002', 11, NULL, 40, x'00'),
                        (7, x'00000000000000010000000000000002', 12, 'no', 41, x''),
                        (7, x'00000000000000010000000000000003', 8, 'late', 42, x'');
                    """
            )
        }
        try UserSchema.migrator.migrate(queue)
        try queue.read { db in
            let ada = AccountID(rawValue: 7)
            let rows = SQLiteTransactionRows(db: db, identity: try StoreIdentity(from: db))
            let outcomes = OutcomeKeeper(rows, inFlight: 1)
            let (first, second) = (
                try rows.log(of: ClientID(high: 1, low: 2), ada), try rows.log(of: ClientID(high: 1, low: 3), ada)
            )
            #expect(try outcomes.outcome(12, in: first)?.outcome == .refused(reason: "no"))
            #expect(try outcomes.outcome(11, in: first)?.isChange == true)
            // The outcome of its last number is missing, so nothing says whose the earlier one is.
            #expect(second.lastNumber == 9 && second.ids.isEmpty)
            let account = try db.one("SELECT forgotten_ms FROM account WHERE id = ?", [.account(ada)])
            #expect(account?.int("forgotten_ms") == 8000)
        }
    }

    @Test func versionSevenHasInvitedNobody() throws {
        let queue = try database(atVersion: "7")
        try queue.write { db in
            try db.execute(sql: "INSERT INTO account (id, name, password, created_ms) VALUES (7, 'ada', 'scrypt', 1)")
        }
        try UserSchema.migrator.migrate(queue)
        try queue.write { db in
            let rows = InvitationRows(db: db, time: MarketTime(seconds: 8))
            let secret = TokenHash(bytes: [1])
            #expect(try rows.invitation(secret) == nil)
            try rows.add(secret, of: AccountID(rawValue: 7))
            #expect(try rows.invitation(secret)?.account.name == "ada")
            try db.execute(sql: "DELETE FROM account")
            #expect(try rows.invitation(secret) == nil)
        }
    }

    @Test func versionEightGetsRoomForPostsThatGoWithTheirAccount() throws {
        let queue = try database(atVersion: "8")
        try queue.write { db in
            try db.execute(sql: "INSERT INTO account (id, name, password, created_ms) VALUES (7, 'ada', 'x', 1)")
        }
        try UserSchema.migrator.migrate(queue)
        try queue.write { db in
            let (rows, account) = (OutboxRows(db: db), AccountID(rawValue: 7))
            let way = DeliveryID(rawValue: .max)
            try rows.add(test: 1, to: way, of: account, key: "k", due: MarketTime(seconds: 1))
            let (time, places) = (MarketTime(seconds: 1), PostPlaces())
            #expect(try !rows.waysToClaim(at: time, for: places, among: .oldest).isEmpty)
            try db.execute(sql: "DELETE FROM account")
            #expect(try rows.waysToClaim(at: time, for: places, among: .oldest).isEmpty)
        }
    }

    /// Each new migration needs a test above that converts data of the earlier version. This test finds those tests in this file.
    @Test func everyVersionHasATest() throws {
        let tests = try String(contentsOfFile: #filePath, encoding: .utf8)
        let starts = tests.matches(of: /database\(atVersion: "(\d+)"\)/).map { String($0.output.1) }
        #expect(starts == Array(UserSchema.migrator.migrations.dropLast()))
    }

    @Test func aFileOfVersionOneOpensWithAllItsData() async throws {
        let path = NSTemporaryDirectory() + "/tickwire-schema-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let old = try DatabaseQueue(path: path)
        try UserSchema.migrator.migrate(old, upTo: "1")
        try await old.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, name, password, created_ms) VALUES (7, 'ada', 'scrypt', 1);
                    INSERT INTO token VALUES (x'0a', 7, 'laptop', 1000, 5000);
                    """
            )
        }
        try old.close()
        for _ in 0..<2 {
            let store = try SQLiteUserStore(path: path, limits: SessionLimits(), now: { MarketTime(seconds: 8) })
            #expect(try await store.accounts().map(\.name) == ["ada"])
            #expect(try await store.standing(of: TokenHash(bytes: [0x0a]))?.account.id == AccountID(rawValue: 7))
            try store.close()
        }
    }

    /// A released migration must never change, because databases have run it.
    @Test(arguments: [
        ("1", "9e 9e 40 9e"), ("2", "6e d8 76 a1"), ("3", "71 56 eb df"), ("4", "3d 3e 70 c9"), ("5", "6f ee 71 e5"),
        ("6", "58 2c bb b3"), ("7", "b2 14 3b 75"), ("8", "36 7f 9c 14"), ("9", "3f ce d 3"),
    ])
    func releasedVersionsStayAsTheyAre(version: String, digest: String) throws {
        let queue = try database(atVersion: version)
        let schema = try queue.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'grdb%' ORDER BY name"
            )
        }
        let hash = SHA256.hash(Array(schema.joined(separator: ";").utf8)).prefix(4)
        #expect(hash.map { String($0, radix: 16) }.joined(separator: " ") == digest)
    }
}
