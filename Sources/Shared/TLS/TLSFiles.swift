#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Small files read and written whole. A secret is never on disk with a wider mode, nor half written.
enum TLSFiles {
    static let ownerOnly: mode_t = 0o600
    static let readableByAll: mode_t = 0o644
    /// Keys, chains and lists of servers are far smaller; a wrong path may name something endless.
    private static let byteLimit = 4 * 1024 * 1024

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether the group or others may read the file.
    static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o044 != 0
    }

    static func read(_ path: String) throws(TLSError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: lastError()) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= byteLimit {
            let count = posixRead(descriptor, &chunk)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadableFile(path: path, reason: lastError()) }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
        throw .unreadableFile(path: path, reason: "larger than \(byteLimit / 1024 / 1024) MiB")
    }

    /// Replaces the file atomically. It has its mode from its first moment on, so there is no instant to read a key in.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(TLSError) {
        let suffix = SecureRandom.bytes(6).map { String($0, radix: 16) }.joined()
        let temporary = "\(path).\(suffix).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw .unwritableFile(path: path, reason: lastError()) }
        let written = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        let reason = lastError()
        close(descriptor)
        guard written, rename(temporary, path) == 0 else {
            let cause = written ? lastError() : reason
            unlink(temporary)
            throw .unwritableFile(path: path, reason: cause)
        }
        syncDirectory(of: path)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = posixWrite(descriptor, part)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Makes the rename itself durable. Best effort: some file systems do not allow it.
    private static func syncDirectory(of path: String) {
        let parent = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(parent), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func lastError() -> String {
        String(cString: strerror(errno))
    }
}

/// `write(2)`, out of reach inside a type with a `write` of its own.
private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// `read(2)`, out of reach inside a type with a `read` of its own.
private func posixRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
    read(descriptor, &bytes, bytes.count)
}
