import PlatformKit

/// Identifies the state of a file. It differs if the file was replaced or written again, even within the same second.
public struct FileStamp: Hashable, Sendable {
    private let file: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// - Returns: nil if there is no such file.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        // The modification time of a copy can be set to that of its original.
        let changed = status.changeTime
        (file, size) = (UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (changed.tv_sec, changed.tv_nsec)
    }
}
