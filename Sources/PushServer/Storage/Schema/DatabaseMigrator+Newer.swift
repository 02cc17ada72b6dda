internal import GRDB

extension DatabaseMigrator {
    /// GRDB itself would run on with tables that this program does not know.
    /// - Throws: `UserStoreError.newer` if a newer version of the program has changed the tables.
    func refuseNewer(_ db: Database, at path: String) throws {
        if let unknown = try appliedIdentifiers(db).subtracting(migrations).min() {
            throw UserStoreError.newer(path: path, migration: unknown)
        }
    }
}
