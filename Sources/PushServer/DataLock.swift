internal import Shared

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Keeps a second server out of a data folder. Terminals of one server would not hear of changes made through the other. Commands of an
/// operator do not need it, because the server notices what they write. The lock goes with the process, whatever ends it.
final class DataLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `ServerError.dataInUse` while another server holds it, `ServerError.unwritableDirectory`
    init(_ folder: String) throws(ServerError) {
        let mode = mode_t(SmallFile.Mode.ownerOnly.rawValue)
        descriptor = open(DataDirectory.lock(in: folder), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, mode)
        if descriptor < 0 { throw .unwritableDirectory(path: folder, reason: SystemError.last.description) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
        let (code, error) = (errno, SystemError.last)
        close(descriptor)
        if code == EWOULDBLOCK { throw .dataInUse(folder) }
        throw .unwritableDirectory(path: folder, reason: error.description)
    }

    func release() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
