internal import Foundation
internal import Shared

/// The folder that holds the database and the key.
enum DataDirectory {
    static func database(in path: String) -> String { path + "/users.sqlite" }

    /// The market as the last process left it.
    static func market(in path: String) -> String { path + "/market" }

    static func hasDatabase(_ path: String) -> Bool { SmallFile.exists(database(in: path)) }

    /// Makes the folder if need be (mode 0700), and checks that it can be written to.
    /// - Throws: `ServerError.unwritableDirectory`
    static func prepare(_ path: String) throws(ServerError) {
        do throws(SystemError) {
            try SmallFile.makeFolder(path)
            if access(path, W_OK | X_OK) != 0 { throw SystemError.last }
        } catch {
            throw .unwritableDirectory(path: path, reason: error.description)
        }
    }
}
