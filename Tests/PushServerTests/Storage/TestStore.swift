import Foundation
import GRDB
import Shared

@testable import PushServer

/// A store in a file of its own, with Ada's account and a device that is signed in by `TokenHash.test`.
func withStore(_ body: (SQLiteUserStore, AccountID, _ path: String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "/tickwire-store-\(UUID().uuidString).sqlite"
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    let store = try SQLiteUserStore.test(path)
    let account = try await store.addAccount(named: "Ada", password: PasswordHash(password: "x", cost: .cheap))
    _ = try await store.addDevice("test", .test, of: account.id)
    try await body(store, account.id, path)
    try store.close()
}

extension TokenHash {
    static let test = TokenHash(bytes: [1, 2, 3])
}

extension ClientID {
    static let test = ClientID(high: 1, low: 2)
}

extension SQLiteUserStore {
    /// Lists of two coins, and little in flight.
    static func test(_ path: String, at now: MarketTime = MarketTime(seconds: 1)) throws -> SQLiteUserStore {
        var limits = SessionLimits()
        limits.records.limit(.listItem, toRecords: 2)
        limits.mutationsInFlight = 3
        limits.records.deliveryOrigins = ["https://ntfy.sh", "https://hooks.example.com"]
        return try SQLiteUserStore(path: path, limits: limits, now: { now })
    }

    func join(_ account: AccountID, _ client: ClientID = .test) async throws -> Joined? {
        let use = TokenUse(token: .test, address: "192.0.2.1")
        return try await join([Joining(account: account, client: client, use: use)])[0]
    }

    /// In this store, whichever the requests name.
    func settle(_ requests: [UserRequest], of connected: Set<ClientID> = []) async throws -> [UserAnswer] {
        let own = try await pool.read(StoreIdentity.init(from:))
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
