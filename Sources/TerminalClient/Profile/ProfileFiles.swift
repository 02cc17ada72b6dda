internal import Foundation

/// Small private files: mode 0600 from the start, replaced in one step.
enum ProfileFiles {
    static func makeDirectory(_ path: String) throws(ProfileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unwritable(path: path, reason: reason)
        }
    }

    /// - Returns: nil if there is no such file.
    static func read(_ path: String) throws(ProfileError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw .unreadable(path: path, reason: reason)
        }
    }

    static func write(_ text: String, to path: String) throws(ProfileError) {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: reason) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(text.utf8))
            try file.synchronize()
        } catch {
            throw .unwritable(path: path, reason: reason)
        }
        guard rename(temporary, path) == 0 else { throw .unwritable(path: path, reason: reason) }
    }

    static func remove(_ path: String) { unlink(path) }

    private static var reason: String { String(cString: strerror(errno)) }
}
