#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A small file that one process holds for itself; the lock goes with the process, whatever ends it.
public final class LockedFile {
    private let path: String
    private var descriptor: Int32

    /// - Returns: nil if somebody else holds the file, or there is none.
    public convenience init?(existing path: String) {
        try? self.init(path, flags: 0)
    }

    /// - Throws: also when there is such a file already.
    public convenience init(creating path: String) throws(SystemError) {
        try self.init(path, flags: O_CREAT | O_EXCL)
    }

    private init(_ path: String, flags: Int32) throws(SystemError) {
        self.path = path
        descriptor = open(path, flags | O_RDWR | O_CLOEXEC, mode_t(SmallFile.Mode.ownerOnly.rawValue))
        if descriptor < 0 { throw .last }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { throw .last }
        guard Self.isStill(descriptor, at: path) else { throw SystemError("its last holder has removed it") }
    }

    deinit { Self.release(descriptor) }

    private static func release(_ descriptor: Int32) {
        // A child that is being started at this moment has a copy of the descriptor until it runs its own program; closing
        // ours would leave the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    public var contents: [UInt8] { (try? SmallFile.read(path)) ?? [] }

    /// Atomically: whoever reads the file finds all of the old bytes, or all of the new ones.
    /// - Parameter durably: whether the bytes are to be on disk when this returns, and not only with the system.
    public func replace(with bytes: [UInt8], durably: Bool) throws(SystemError) {
        // Left by a holder that a crash has ended. Nobody else writes there.
        unlink(temporaryPath)
        let mode = mode_t(SmallFile.Mode.ownerOnly.rawValue)
        let next = open(temporaryPath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
        if next < 0 { throw .last }
        // Locked before it has the name, so that there is no moment to take it in.
        guard flock(next, LOCK_EX | LOCK_NB) == 0, SmallFile.writeAll(bytes, to: next), !durably || fsync(next) == 0,
            rename(temporaryPath, path) == 0
        else {
            let error = SystemError.last
            Self.release(next)
            unlink(temporaryPath)
            throw error
        }
        Self.release(descriptor)
        descriptor = next
        if durably { SmallFile.syncDirectory(of: path) }
    }

    private var temporaryPath: String { path + ".tmp" }

    public func remove() { unlink(path) }

    /// To another name, where it stays when it is let go.
    public func move(to target: String) throws(SystemError) { try SmallFile.move(path, to: target) }

    /// Between opening and locking, its last holder may have removed the file.
    private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
        var (held, named) = (stat(), stat())
        return fstat(descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino
    }
}
