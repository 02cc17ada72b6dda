/// What the log says of the file of a cache. Without a cache, a terminal shows prices once it is connected.
enum CacheNote: CustomStringConvertible {
    case discarded(path: String, ReplicaCacheError)
    case tooLarge(path: String, bytes: Int)
    case notWritten(path: String, reason: String)

    var description: String {
        switch self {
        case .discarded(let path, let error): "the cache \(path) was discarded: \(error)"
        case .tooLarge(let path, let bytes): "the cache \(path) was not written: it would have \(bytes) bytes"
        case .notWritten(let path, let reason): "the cache \(path) was not written: \(reason)"
        }
    }
}
