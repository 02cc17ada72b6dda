import PlatformKit

/// A small file that one process holds, as long as this object lives. The lock ends with the process, whatever ends it.
public final class LockedFile {
    private let path: String
    private var lock: FileLock

    /// - Returns: nil if another process holds the file, or if it does not exist.
    /// - Throws: `SystemError` if it cannot be opened.
    public convenience init?(existing path: String) throws(SystemError) {
        guard let lock = try Self.lock(existing: path) else { return nil }
        self.init(path, lock)
    }

    /// - Throws: `SystemError`, also if the file exists already.
    public convenience init(creating path: String) throws(SystemError) {
        let lock = try Self.lock(path, O_CREAT | O_EXCL)
        guard Self.isStill(lock, at: path) else { throw SystemError("its last holder has removed it") }
        self.init(path, lock)
    }

    private init(_ path: String, _ lock: FileLock) { (self.path, self.lock) = (path, lock) }

    /// - Returns: nil if another process holds the file, or if it does not exist.
    private static func lock(existing path: String) throws(SystemError) -> FileLock? {
        do throws(SystemError) {
            guard let lock = try FileLock(ifFreeAt: path, flags: 0), isStill(lock, at: path) else { return nil }
            return lock
        } catch {
            if error == .missing { return nil }
            throw error
        }
    }

    private static func lock(_ path: String, _ flags: Int32) throws(SystemError) -> FileLock {
        guard let lock = try FileLock(ifFreeAt: path, flags: flags) else { throw SystemError(code: EWOULDBLOCK) }
        return lock
    }

    public func contents() throws(SystemError) -> [UInt8] { try SmallFile.read(path) }

    /// Replaces the contents atomically: a reader finds all of the old bytes or all of the new ones.
    /// - Parameter durably: whether the bytes are on disk when this returns, and not only in the kernel.
    public func replace(with bytes: [UInt8], durably: Bool) throws(SystemError) {
        // A holder that crashed left this file. Nobody else writes it.
        unlink(temporaryPath)
        // Locked before it gets the name, so that no other process can take it first.
        let next = try Self.lock(temporaryPath, O_CREAT | O_EXCL)
        guard Descriptor(next.descriptor).writeAll(bytes), !durably || fsync(next.descriptor) == 0,
            rename(temporaryPath, path) == 0
        else {
            let error = SystemError.last
            unlink(temporaryPath)
            throw error
        }
        lock = next
        if durably { SmallFile.syncDirectory(of: path) }
    }

    private var temporaryPath: String { path + ".tmp" }

    public func remove() { unlink(path) }

    /// Moves the file to another name, under which it stays after it is released.
    public func move(to target: String) throws(SystemError) { try SmallFile.move(path, to: target) }

    /// Whether the locked file is still at the path. Its last holder may have removed it before it was locked.
    private static func isStill(_ lock: FileLock, at path: String) -> Bool {
        var (held, named) = (stat(), stat())
        return fstat(lock.descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino
    }
}
