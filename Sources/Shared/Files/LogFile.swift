import PlatformKit

/// A log that only its owner can read. It begins anew when it has grown too large.
public struct LogFile: Sendable {
    public let path: String
    private let bytesMax: Int

    public init(path: String, bytesMax: Int) { (self.path, self.bytesMax) = (path, bytesMax) }

    /// Opens the log for appending, and makes its folder. The caller closes it.
    /// - Returns: the descriptor, and where the next line begins; nil if the log cannot be opened.
    public func open() -> (descriptor: Descriptor, size: Int)? {
        guard let end = path.lastIndex(of: "/"), (try? SmallFile.makeFolder(String(path[..<end]))) != nil else {
            return nil
        }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        let log = Descriptor(posixOpen(path, flags, mode_t(SmallFile.Mode.ownerOnly.rawValue)))
        if log.number < 0 { return nil }
        let size = Int(lseek(log.number, 0, SEEK_END))
        if size > bytesMax, ftruncate(log.number, 0) == 0 { return (log, 0) }
        return (log, size)
    }

    /// Adds a line with the time. If that fails, there is nobody to tell.
    public func note(_ text: String, at time: MarketTime = .now) {
        guard let (log, _) = open() else { return }
        defer { close(log.number) }
        log.writeAll(Array("\(time.shortISO8601) \(text.escaped)\n".utf8))
    }
}

/// `open(2)`, which a type with its own `open` cannot call.
private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
