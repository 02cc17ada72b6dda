/// Reads and writes small files. Failures become a `TLSError` that names the file.
enum TLSFiles {
    static func read(_ path: String) throws(TLSError) -> [UInt8] {
        do {
            return try SmallFile.read(path)
        } catch {
            throw .unreadableFile(path: path, reason: error.description)
        }
    }

    static func write(_ bytes: [UInt8], to path: String, mode: SmallFile.Mode) throws(TLSError) {
        do {
            try SmallFile.write(bytes, to: path, mode: mode)
        } catch {
            throw .unwritableFile(path: path, reason: error.description)
        }
    }
}
