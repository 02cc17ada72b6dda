import Foundation
import GRDB
import Shared
import TestSupport
import Testing

@testable import PushServer

/// A kind of database for a store.
enum StoreKind: CustomTestStringConvertible {
    case sqlite
    case postgres

    /// PostgreSQL is tested if the program is built with it and it is installed.
    static var all: [StoreKind] {
        #if FLEET
            PostgresServer.isInstalled ? [.sqlite, .postgres] : [.sqlite]
        #else
            [.sqlite]
        #endif
    }

    var testDescription: String { "\(self)" }
}

/// Opens the database of a test any number of times.
struct StoreOpener: Sendable {
    let kind: StoreKind
    /// The path of the file, or the database's address.
    let place: String

    func callAsFunction(at now: MarketTime) async throws -> any SQLUserStore { try await self(.test) { now } }

    func callAsFunction(
        _ limits: SessionLimits = .test,
        now: @escaping @Sendable () -> MarketTime = { MarketTime(seconds: 1) }
    ) async throws -> any SQLUserStore {
        switch kind {
        case .sqlite: return try SQLiteUserStore(path: place, limits: limits, now: now)
        case .postgres:
            #if FLEET
                return try await PostgresUserStore.open(place, limits: limits, now: now)
            #else
                throw UserStoreError.noFleet
            #endif
        }
    }
}

/// A store in its own database, with Ada's account and a device that `TokenHash.test` signs in.
func withStore(
    _ kind: StoreKind,
    _ body: (any SQLUserStore, AccountID, StoreOpener) async throws -> Void
) async throws {
    switch kind {
    case .sqlite:
        let path = NSTemporaryDirectory() + "/tickwire-store-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        try await withStore(of: StoreOpener(kind: kind, place: path), body)
    case .postgres:
        try await PostgresServer.running().withDatabase { address in
            try await withStore(of: StoreOpener(kind: kind, place: address), body)
        }
    }
}

private func withStore(
    of open: StoreOpener,
    _ body: (any SQLUserStore, AccountID, StoreOpener) async throws -> Void
) async throws {
    let store = try await open()
    let account = try await store.addAccount(named: "Ada", password: PasswordHash(password: "x", cost: .cheap))
    _ = try await store.addDevice("test", .test, of: account.id)
    try await body(store, account.id, open)
    try await store.close()
}

/// A store in its own SQLite file.
func withStore(_ body: (SQLiteUserStore, AccountID, _ path: String) async throws -> Void) async throws {
    try await withStore(.sqlite) { store, account, open in
        try await body(try #require(store as? SQLiteUserStore), account, open.place)
    }
}

extension SessionLimits {
    /// Limits of two coins in each list, and few mutations in flight.
    static var test: SessionLimits {
        var limits = SessionLimits()
        limits.records.limit(.listItem, toRecords: 2)
        limits.mutationsInFlight = 3
        limits.records.deliveryOrigins = ["https://ntfy.sh", "https://hooks.example.com"]
        return limits
    }
}

extension TokenHash {
    static let test = TokenHash(bytes: [1, 2, 3])
}

extension ClientID {
    static let test = ClientID(high: 1, low: 2)
}

extension SQLiteUserStore {
    static func test(_ path: String, at now: MarketTime = MarketTime(seconds: 1)) throws -> SQLiteUserStore {
        try SQLiteUserStore(path: path, limits: .test, now: { now })
    }
}

extension SQLUserStore {
    func join(_ account: AccountID, _ client: ClientID = .test) async throws -> Joined? {
        let use = TokenUse(token: .test, address: "192.0.2.1")
        return try await join([Joining(account: account, client: client, use: use)])[0]
    }

    /// Settles requests in this store, whichever store they name.
    func settle(_ requests: [UserRequest], of connected: Set<ClientID> = []) async throws -> [UserAnswer] {
        let own = try await read { try StoreIdentity(from: $0) }
        let requests = requests.map { request -> UserRequest in
            switch request {
            case .mutate(let account, let client, _, let mutation): .mutate(account, client, own, mutation)
            case .forget(let account, _): .forget(account, own)
            case .alerts(let account, _, let changes): .alerts(account, own, changes)
            case .posted(let account, _, let outcome): .posted(account, own, outcome)
            }
        }
        return try await settle(requests, keeping: connected).answers
    }
}

extension UserRequest {
    static func mutate(_ number: UInt64, _ mutation: Mutation, _ account: AccountID) -> Self {
        .mutate(account, .test, .test, NumberedMutation(number: number, mutation: mutation))
    }

    /// The first change of a client.
    static func first(of client: ClientID, _ account: AccountID) -> Self {
        .mutate(account, client, .test, NumberedMutation(number: 1, mutation: .test))
    }
}

extension UserAnswer {
    struct IsNoResult: Error {
        let answer: UserAnswer
    }

    var result: MutationResult {
        get throws {
            guard case .settled(let result) = self else { throw IsNoResult(answer: self) }
            return result
        }
    }
}
