#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// By what a file that has changed is known: another one in its place, or written again, also within the same second.
public struct FileStamp: Hashable, Sendable {
    private let file: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// - Returns: nil if there is no such file.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        // The inode's own time, which nobody can set: a copy may be given the date of its original.
        #if canImport(Darwin)
            let changed = status.st_ctimespec
        #else
            let changed = status.st_ctim
        #endif
        (file, size) = (UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (changed.tv_sec, changed.tv_nsec)
    }
}
