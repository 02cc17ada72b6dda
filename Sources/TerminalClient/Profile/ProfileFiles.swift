internal import Shared

/// Reads and writes small private files, and turns failures into a `ProfileError`.
enum ProfileFiles {
    static func makeDirectory(_ path: String) throws(ProfileError) {
        do {
            try SmallFile.makeFolder(path)
        } catch {
            if error == .notAFolder || error == .missing { throw .unfit(path: path, reason: error.description) }
            throw .unwritable(path: path, reason: error.description)
        }
    }

    /// - Returns: nil if there is no such file.
    static func read(_ path: String) throws(ProfileError) -> String? {
        guard SmallFile.exists(path) else { return nil }
        do {
            return String(decoding: try SmallFile.read(path), as: UTF8.self)
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
    }

    static func write(_ text: String, to path: String) throws(ProfileError) {
        do {
            try SmallFile.write(Array(text.utf8), to: path)
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
    }
}
