internal import Foundation
internal import GRDB
internal import Shared

#if FLEET
    internal import PostgresKit
#endif

/// Copies all accounts and users' data from a data folder to an empty PostgreSQL database, or back. The copy is
/// committed in one step, so an interrupted copy leaves nothing that a server would take for a store.
///
/// The copy has an identity of its own. Terminals that meet it take the whole table once, and send again what the store had
/// not confirmed.
///
/// PostgreSQL ends a transaction in which no statement comes for too long. Hashing a large folder takes minutes, so no
/// transaction waits for that.
package struct StoreMove {
    private enum Direction {
        case toDatabase(folder: String, address: String)
        case toFolder(address: String, folder: String)
    }

    private let direction: Direction
    private let patience: Duration
    private let hashFolder: @Sendable (any SQLSession) throws -> StoreContent

    /// - Parameters:
    ///   - source: a folder or an address of a database.
    ///   - target: the other one of the two.
    /// - Throws: `StoreMoveError.sameKind`, `ServerError`
    package init(from source: String, to target: String) throws {
        try self.init(from: source, to: target, patience: .seconds(3600)) { try StoreContent(of: $0) }
    }

    /// - Parameters:
    ///   - patience: how long PostgreSQL may take for a statement, and how long it waits for the next one.
    ///   - hashFolder: reads everything in the folder's database, which takes long.
    init(
        from source: String,
        to target: String,
        patience: Duration,
        hashFolder: @escaping @Sendable (any SQLSession) throws -> StoreContent
    ) throws {
        (self.patience, self.hashFolder) = (patience, hashFolder)
        switch (Self.isAddress(source), Self.isAddress(target)) {
        case (false, true): direction = .toDatabase(folder: try DataDirectory.actAsOwner(of: source), address: target)
        case (true, false): direction = .toFolder(address: source, folder: try DataDirectory.actAsOwner(of: target))
        default: throw StoreMoveError.sameKind
        }
    }

    /// Looks at the form of the places alone, before anything is opened.
    /// - Throws: `StoreMoveError.sameKind`
    package static func check(from source: String, to target: String) throws(StoreMoveError) {
        if isAddress(source) == isAddress(target) { throw .sameKind }
    }

    private static func isAddress(_ place: String) -> Bool { place.contains("://") }

    /// - Returns: what was copied.
    /// - Throws: `StoreMoveError`, `UserError.noDatabase`, `ServerError`, `UserStoreError`, or why the PostgreSQL database cannot
    ///   be used, in words.
    package func run() async throws -> StoreContent {
        switch direction {
        case .toDatabase(let folder, let address): try await copy(folder, toDatabase: address)
        case .toFolder(let address, let folder): try await copy(address, toFolder: folder)
        }
    }

    private func copy(_ folder: String, toDatabase address: String) async throws -> StoreContent {
        guard DataDirectory.hasDatabase(folder) else { throw UserError.noDatabase(folder) }
        let folder = try DataDirectory.prepare(folder, of: DataDirectory.owner(of: folder))
        let lock = try DataDirectory.lockForServer(folder)
        defer { withExtendedLifetime(lock) {} }
        let source = try SQLiteUserStore(
            path: DataDirectory.database(in: folder),
            limits: SessionLimits(),
            now: { .now }
        )
        let content = try await withDatabase(address) { try await copy(source.pool, to: $0) }
        try source.close()
        return content
    }

    private func copy(_ source: DatabasePool, to target: any SQLUserStore) async throws -> StoreContent {
        // Asked now, so that nobody waits for the hash in vain.
        try await target.read { try Self.demandEmpty($0) }
        let snapshot = try source.makeSnapshot()
        let content = try await snapshot.read { [hashFolder] in try hashFolder($0) }
        try await target.write { target in
            try Self.demandEmpty(target)
            try snapshot.read { try StoreContent.copy(from: $0, to: target) }
            try content.check(StoreContent(of: target))
        }
        return content
    }

    /// - Throws: `StoreMoveError.databaseHasAccounts`
    private static func demandEmpty(_ target: any SQLSession) throws {
        let accounts = try target.one("SELECT COUNT(*) AS count FROM account", [])?.number("count") ?? 0
        if accounts > 0 { throw StoreMoveError.databaseHasAccounts(Int(accounts)) }
    }

    private func copy(_ address: String, toFolder folder: String) async throws -> StoreContent {
        if DataDirectory.hasDatabase(folder) { throw StoreMoveError.folderHasDatabase(folder) }
        let folder = try DataDirectory.prepare(folder, of: DataDirectory.owner(of: folder))
        let lock = try DataDirectory.lockForServer(folder)
        defer { withExtendedLifetime(lock) {} }
        let temporary = UserBackup.restoring(in: folder)
        UserBackup.remove(temporary)
        defer { UserBackup.remove(temporary) }
        let copy = try UserBackup.open(temporary, isNew: true)
        try UserSchema.migrator.migrate(copy)
        let content = try await withDatabase(address) { source in
            try await source.read { source in
                let content = try StoreContent(of: source)
                try copy.write { try StoreContent.copy(from: source, to: $0) }
                return content
            }
        }
        try content.check(await copy.read { [hashFolder] in try hashFolder($0) })
        try UserBackup.settle(copy)
        guard rename(temporary, DataDirectory.database(in: folder)) == 0 else {
            throw UserStoreError.unreadable(path: folder, reason: "\(SystemError.last)")
        }
        return content
    }

    private func withDatabase(
        _ address: String,
        _ body: (any SQLUserStore) async throws -> StoreContent
    ) async throws -> StoreContent {
        #if FLEET
            let store = try await PostgresUserStore.open(
                address,
                program: "tickwire-migrate",
                limits: SessionLimits(),
                patience: .init(statement: patience),
                now: { .now }
            )
            let result: Result<StoreContent, any Error>
            do {
                let servers = try await store.connectionsOfServers()
                if servers > 0 { throw StoreMoveError.databaseInUse(connections: servers) }
                result = .success(try await body(store))
            } catch {
                result = .failure(error)
            }
            await store.close()
            return try result.get()
        #else
            throw UserStoreError.noFleet
        #endif
    }
}

/// Why a store cannot be moved.
package enum StoreMoveError: Error, Equatable, CustomStringConvertible {
    /// Both places are folders, or both are databases.
    case sameKind
    case folderHasDatabase(String)
    case databaseHasAccounts(Int)
    case databaseInUse(connections: Int)
    /// The copy has another hash than its source.
    case different

    package var description: String {
        switch self {
        case .sameKind:
            "one of --from and --to must be a data folder, and the other one an address that begins with postgres://; to copy a folder, use 'tickwire-server backup', and for a database, pg_dump"
        case .folderHasDatabase(let path):
            "\(path) has accounts of its own; give a folder without a database"
        case .databaseHasAccounts(let count):
            "the database has \(count) accounts of its own; create an empty database and give its address"
        case .databaseInUse(let connections):
            "tickwire-server has \(connections) connections to the database, and changes made during the move would be lost; stop all nodes first"
        case .different:
            "the copy differs from its source, so nothing was kept; check the disks and the memory of both machines, and try again"
        }
    }
}
