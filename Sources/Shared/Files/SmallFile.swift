import PlatformKit

/// Reads and writes small files as a whole. A secret never has a wider mode on disk and is never half written.
public enum SmallFile {
    /// Who may read a file; only its owner may write it.
    public enum Mode: UInt16, Sendable {
        case ownerOnly = 0o600
        case readableByAll = 0o644
    }

    /// Keys, certificate chains and lists of servers are far smaller. A wrong path may name an endless file.
    private static let byteLimit = 4 * 1024 * 1024

    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Whether the group or others may read the file.
    public static func isReadableByOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o044 != 0
    }

    public static func read(_ path: String) throws(SystemError) -> [UInt8] {
        let bytes = try beginning(of: path, bytesMax: byteLimit)
        if bytes.count <= byteLimit { return bytes }
        throw SystemError("larger than \(byteLimit / 1024 / 1024) MiB")
    }

    /// The whole file. If it has more than `bytesMax` bytes, the result has more than that, but maybe not all of them.
    public static func beginning(of path: String, bytesMax: Int) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        return try Descriptor(descriptor).readAll(bytesMax: bytesMax)
    }

    /// Replaces the file atomically. It has its final mode from the beginning, so that a key can never be read.
    /// - Parameter durably: whether the bytes are on disk when this returns, and not only in the kernel.
    public static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: Mode = .ownerOnly,
        durably: Bool = true
    ) throws(SystemError) {
        let suffix = SecureRandom.bytes(6).hexadecimal
        let temporary = "\(path).\(suffix).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode.rawValue))
        guard descriptor >= 0 else { throw .last }
        let written = Descriptor(descriptor).writeAll(bytes) && (!durably || fsync(descriptor) == 0)
        let reason = SystemError.last
        close(descriptor)
        guard written, rename(temporary, path) == 0 else {
            let cause = written ? SystemError.last : reason
            unlink(temporary)
            throw cause
        }
        if durably { syncDirectory(of: path) }
    }

    /// Makes the change of the name durable, if the file system allows it.
    static func syncDirectory(of path: String) {
        let parent = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(parent), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The absolute path of the file that a path leads to; nil if there is no such file.
    public static func pathWithoutLinks(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether the file may be run as a program.
    public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 && !isFolder(path) }

    /// Nothing happens if there is no such file.
    public static func remove(_ path: String) { unlink(path) }

    /// Replaces the file at `target`. This needs no space on the disk.
    public static func move(_ path: String, to target: String) throws(SystemError) {
        if rename(path, target) != 0 { throw .last }
        syncDirectory(of: target)
    }

    /// The names in a folder; empty if it cannot be read.
    public static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
            )
        }
        return names
    }

    /// Makes a folder and its parents for the owner alone. Their names are on disk when this returns, because synced
    /// files are lost if their folder's name is lost. An existing folder stays as it is.
    public static func makeFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 { return syncDirectory(of: path) }
        if isFolder(path) { return }
        // If a file is in the way, mkdir(2) says only that it exists.
        let error = errno == EEXIST ? SystemError.notAFolder : .last
        guard errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex else { throw error }
        try makeFolder(String(path[..<end]))
        if mkdir(path, 0o700) == 0 { return syncDirectory(of: path) }
        if !isFolder(path) { throw .last }
    }

    private static func isFolder(_ path: String) -> Bool {
        let error = errno
        var status = stat()
        let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        // The caller reports this error.
        errno = error
        return isFolder
    }
}
