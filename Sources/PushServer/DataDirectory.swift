internal import Foundation

/// The folder that holds the database and the key.
enum DataDirectory {
    static func database(in path: String) -> String { path + "/users.sqlite" }

    /// Makes the folder if need be (mode 0700), and checks that it can be written to.
    /// - Throws: `ServerError.unwritableDirectory`
    static func prepare(_ path: String) throws(ServerError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unwritableDirectory(path: path, reason: String(cString: strerror(errno)))
        }
        if access(path, W_OK | X_OK) != 0 {
            throw .unwritableDirectory(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
