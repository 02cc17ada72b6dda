import Foundation
import GRDB
import Shared
import TestSupport
import Testing

@testable import PushServer

/// Closes on a real disk.
struct WeekStoreTests {
    private let hour = MarketHour(481_644)

    private func kept(
        _ closes: [(coin: UInt32, hour: Int, price: String)],
        sources: [String] = ["Huobi"]
    ) throws -> KeptCloses {
        KeptCloses(
            sources: sources,
            closes: try closes.map {
                StoredClose(
                    coin: CoinID($0.coin),
                    hour: hour.adding($0.hour),
                    price: try ExactDecimal(parsing: $0.price),
                    source: UInt8(sources.count - 1),
                    ratio: $0.hour == 1 ? 0.75 : nil
                )
            }
        )
    }

    private func withPath(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "/tickwire-weeks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder + "/weeks.sqlite")
    }

    @Test func savedClosesSurviveARestart() async throws {
        try await withPath { path in
            let closes = try kept(
                [(1, 0, "63250.12"), (7, 0, "0.000000000123"), (1, 1, "63000")],
                sources: ["Huobi", "Binance"]
            )
            var store = try WeekStore(path: path)
            try await store.save(closes, keeping: hour...hour.adding(1))
            try store.close()
            store = try WeekStore(path: path)
            let read = try await store.closes()
            #expect(read == closes)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try store.close()
        }
    }

    @Test func aLaterCloseReplacesTheFirstOfItsHourAndOldHoursAreRemoved() async throws {
        try await withPath { path in
            let store = try WeekStore(path: path)
            try await store.save(try kept([(1, 0, "1"), (1, 2, "2"), (2, 9, "9")]), keeping: hour...hour.adding(9))
            try await store.save(try kept([(1, 2, "3")]), keeping: hour.adding(1)...hour.adding(3))
            let read = try await store.closes()
            #expect(try read == kept([(1, 2, "3")]))
            try store.close()
        }
    }

    @Test func numbersOfOtherProvidersAreNotMixedUp() async throws {
        try await withPath { path in
            let store = try WeekStore(path: path)
            try await store.save(try kept([(1, 0, "1")], sources: ["Huobi"]), keeping: hour...hour)
            try await store.save(try kept([(2, 0, "2")], sources: ["Binance"]), keeping: hour...hour)
            let read = try await store.closes()
            #expect(try read == kept([(2, 0, "2")], sources: ["Binance"]))
            try store.close()
        }
    }

    @Test func aDamagedFileIsReplaced() async throws {
        try await withPath { path in
            try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: path))
            let store = try WeekStore(path: path)
            let read = try await store.closes()
            #expect(read == KeptCloses())
            try store.close()
        }
    }

    @Test func aFileOfANewerVersionIsReplaced() async throws {
        try await withPath { path in
            let first = try WeekStore(path: path)
            try await first.save(try kept([(1, 0, "1")]), keeping: hour...hour)
            try first.close()
            let newer = try DatabaseQueue(path: path)
            try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('a later step')") }
            try newer.close()
            let store = try WeekStore(path: path)
            let read = try await store.closes()
            #expect(read == KeptCloses())
            try store.close()
        }
    }

    @Test func aMissingFolderIsReported() {
        #expect(throws: UserStoreError.self) { try WeekStore(path: "/nowhere/weeks.sqlite") }
    }
}
