internal import Shared

/// The file of a cache, for one user of one server. Only its owner may read it.
package struct ReplicaCacheFile: Sendable {
    package let path: String
    /// Notes a cache that cannot be used or written.
    let log: LogFile

    /// - Returns: nil if there is none. A cache that cannot be used is removed, with a line in the log.
    package func read() -> ReplicaCache? {
        guard SmallFile.exists(path) else { return nil }
        do throws(ReplicaCacheError) {
            let bytes: [UInt8]
            do throws(SystemError) { bytes = try SmallFile.read(path) } catch {
                throw .unreadable(reason: error.description)
            }
            return try ReplicaCache(bytes: bytes)
        } catch {
            log.note("\(CacheNote.discarded(path: path, error))")
            remove()
            return nil
        }
    }

    /// Replaces the cache atomically. A power cut may leave the old one, or one that `read` discards.
    @concurrent
    package func write(_ cache: ReplicaCache) async {
        let bytes = cache.bytes
        guard bytes.count <= ReplicaCache.bytesMax else {
            return log.note("\(CacheNote.tooLarge(path: path, bytes: bytes.count))")
        }
        do throws(SystemError) {
            if let end = path.lastIndex(of: "/") { try SmallFile.makeFolder(String(path[..<end])) }
            try SmallFile.write(bytes, to: path, durably: false)
        } catch {
            log.note("\(CacheNote.notWritten(path: path, reason: error.description))")
        }
    }

    package func remove() { SmallFile.remove(path) }
}
