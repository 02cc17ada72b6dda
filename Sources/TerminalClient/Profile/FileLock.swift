internal import Shared

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// A lock that processes hold for a moment, one after the other. Its file is there for nothing else; the lock goes with the
/// process, whatever ends it.
struct FileLock {
    private let descriptor: Int32

    /// Waits for whoever holds it. To be released on every way out.
    init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, mode_t(SmallFile.Mode.ownerOnly.rawValue))
        if descriptor < 0 { throw .last }
        while flock(descriptor, LOCK_EX) != 0 {
            if errno == EINTR { continue }
            let error = SystemError.last
            close(descriptor)
            throw error
        }
    }

    func release() {
        // Not by closing alone: a child that is being started at this moment has a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
