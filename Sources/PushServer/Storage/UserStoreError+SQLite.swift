internal import GRDB

extension UserStoreError {
    /// - Parameter error: why SQLite, or the system, has refused the database.
    init(path: String, _ error: any Error) {
        let damage: [ResultCode] = [.SQLITE_NOTADB, .SQLITE_CORRUPT]
        if let error = error as? DatabaseError, damage.contains(error.resultCode) {
            self = .damaged(path: path, reason: error.message ?? "\(error.resultCode)")
        } else {
            self = .unreadable(path: path, reason: "\(error)")
        }
    }
}

extension UserStoreError: DiskError {
    var isDiskFull: Bool { if case .diskFull = self { true } else { false } }
}
