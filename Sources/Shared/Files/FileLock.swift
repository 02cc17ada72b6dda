import PlatformKit

/// A file that one process at a time can lock. The lock ends with the process, whatever ends it.
public final class FileLock: Sendable {
    let descriptor: Int32

    /// Waits for the process that holds the lock. Creates the file if it does not exist.
    public convenience init(waitingAt path: String) throws(SystemError) {
        try self.init(path, flags: O_CREAT)
        while flock(descriptor, LOCK_EX) != 0 {
            if errno != EINTR { throw .last }
        }
    }

    /// Creates the file if it does not exist.
    /// - Returns: nil while another process holds the lock.
    public convenience init?(ifFreeAt path: String) throws(SystemError) {
        try self.init(ifFreeAt: path, flags: O_CREAT)
    }

    /// - Parameter flags: whether to create the file, as flags of `open`.
    /// - Returns: nil while another process holds the lock.
    convenience init?(ifFreeAt path: String, flags: Int32) throws(SystemError) {
        try self.init(path, flags: flags)
        if try !lockIfFree() { return nil }
    }

    /// Opens the file without locking it.
    private init(_ path: String, flags: Int32) throws(SystemError) {
        let mode = mode_t(SmallFile.Mode.ownerOnly.rawValue)
        descriptor = open(path, flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, mode)
        if descriptor < 0 { throw .last }
    }

    private func lockIfFree() throws(SystemError) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw .last
    }

    /// Releases the lock. A second call has no effect.
    public func release() {
        // Closing is not enough: a child process that is starting has a copy of the descriptor until it runs its own
        // program.
        flock(descriptor, LOCK_UN)
    }

    deinit {
        if descriptor < 0 { return }
        release()
        close(descriptor)
    }
}
