import Foundation
import NIOPosix
import Observation
import Shared
import Testing

@testable import PushServer
@testable import TerminalClient

/// A terminal that never stops changing its user's favorites: adds a coin of its own, takes an earlier one away, and so on.
@MainActor
final class MutatingClient {
    let user: String
    let link: ServerLink
    private(set) var changes = 0
    /// What must be there once everything is confirmed.
    private(set) var expected: Set<CoinID> = []
    /// Coins that a restarted server did not have although it had confirmed them.
    private(set) var lost: Set<CoinID> = []
    private let base: UInt32
    private var confirmed: Set<CoinID> = []
    /// By the number of the change.
    private var coins: [UInt64: (coin: CoinID, isAdded: Bool)] = [:]
    /// As the server has told it.
    private var table = UserTable()
    private var counter: ResultCounter?
    private var isBusy = true
    private static let ahead = 8

    convenience init(user: String, number: Int, server: ServerBinary) throws {
        try self.init(user: user, number: number, at: ServerAddress(host: "127.0.0.1", port: server.port), server.pin)
    }

    init(user: String, number: Int, at address: ServerAddress, _ pin: PublicKeyPin) throws {
        self.user = user
        base = UInt32(number + 1) * 1_000_000
        var target = ServerLink.Target(
            address: address,
            trust: .pin(pin),
            credentials: .password(name: user, password: "secret of \(user)"),
            deviceName: "durability"
        )
        target.withoutMarket = true
        link = ServerLink(
            target: target,
            group: MultiThreadedEventLoopGroup.singleton,
            market: MarketReplica(),
            user: UserReplica(journals: nil)
        )
        link.observer = { [unowned self] in received($0) }
    }

    /// - Parameter counter: counts the results that come; nil: nobody does.
    func begin(_ counter: ResultCounter? = nil) {
        self.counter = counter
        fill()
    }

    func end() { isBusy = false }

    func untilLive() async { await until { $0.link.state == .live } }
    func untilConfirmed() async { await until { $0.link.user.pendingCount == 0 && $0.link.state == .live } }

    private func until(_ condition: @escaping @MainActor (MutatingClient) -> Bool) async {
        for await isReached in Observations({ [self] in condition(self) }) where isReached { return }
    }

    private func fill() {
        while isBusy, link.user.pendingCount < Self.ahead {
            changes += 1
            let number = UInt64(changes)
            if changes % 3 == 0, let old = coins[number - 2], expected.contains(old.coin) {
                coins[number] = (old.coin, false)
                expected.remove(old.coin)
                change { _ in .remove([old.coin]) }
            } else if expected.count < 100 {
                let coin = CoinID(base + UInt32(changes))
                coins[number] = (coin, true)
                expected.insert(coin)
                change { .add([coin], of: $0) }
            } else if let old = expected.first {
                coins[number] = (old, false)
                expected.remove(old)
                change { _ in .remove([old]) }
            }
        }
    }

    private func change(_ mutation: (UserTable) -> Mutation) { link.user.mutate(mutation) }

    private func received(_ frame: ServerFrame) {
        switch frame {
        case .userTable(let table): showed(table)
        case .userDiff(let diff):
            var table = table
            try? table.apply(diff)
            showed(table)
        case .mutationResult(let result) where result.outcome == .applied:
            guard let change = coins[result.number] else { return }
            if change.isAdded { confirmed.insert(change.coin) } else { confirmed.remove(change.coin) }
            counter?.count()
            fill()
        default: break
        }
    }

    private func showed(_ table: UserTable) {
        self.table = table
        lost.formUnion(confirmed.subtracting(table.items().map(\.coin)).subtracting(onTheirWayOut))
    }

    /// The table that lacks a coin comes before the result that says why.
    private var onTheirWayOut: Set<CoinID> { Set(coins.values.filter { !$0.isAdded }.map(\.coin)) }
}

extension MutatingClient {
    /// Everything that was confirmed is on disk once. Each change alters the state, so a user's version counts those that took effect.
    /// - Returns: how many changes were made.
    static func checkDisk(of clients: [MutatingClient], in directory: String) async throws -> Int {
        let store = try SQLiteUserStore(
            path: DataDirectory.database(in: directory),
            limits: SessionLimits(),
            now: { .now }
        )
        for user in Set(clients.map(\.user)) {
            let own = clients.filter { $0.user == user }
            let account = try #require(try await store.account(named: UserName(stored: user))).0
            let identity = try await store.accountsWithPassingFavorites().store
            let answers = try await store.settle([.forget(account.id, identity)], keeping: [])
            #expect(answers.answers == [.forgotten(false)], "favorites are kept")
            let table = try #require(try await store.table(of: account.id))
            #expect(Set(table.items().map(\.coin)) == own.reduce(into: []) { $0.formUnion($1.expected) })
            #expect(table.version == own.reduce(0) { $0 + UInt64($1.changes) })
            for client in own { #expect(client.lost.isEmpty, "confirmed, and missing after a restart") }
        }
        try store.close()
        return clients.reduce(0) { $0 + $1.changes }
    }
}

/// Waits for a number of results of all clients together.
@MainActor
final class ResultCounter {
    private var missing: Int
    private let (reached, reach) = AsyncStream.makeStream(of: Void.self)

    init(wanted: Int) { missing = wanted }

    func count() {
        missing -= 1
        if missing == 0 { reach.finish() }
    }

    func untilReached() async { for await _ in reached {} }
}
