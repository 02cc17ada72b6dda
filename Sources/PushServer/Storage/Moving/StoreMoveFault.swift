/// Why a store cannot be moved.
package enum StoreMoveFault: Error, Equatable, CustomStringConvertible {
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
            "one of --from and --to is a data folder, and the other one an address that begins with postgres://; to copy a folder, use 'tickwire-server backup', and for a database, pg_dump"
        case .folderHasDatabase(let path):
            "\(path) has accounts of its own; give a folder without a database"
        case .databaseHasAccounts(let count):
            "the database has \(count) accounts of its own; create an empty database and give its address"
        case .databaseInUse(let connections):
            "tickwire-server has \(connections) connections to the database, and changes made meanwhile would be lost; stop all nodes first"
        case .different:
            "the copy differs from its source, so nothing was kept; check the disks and the memory of both machines, and try again"
        }
    }
}
