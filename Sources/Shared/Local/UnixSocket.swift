import PlatformKit

/// What the system says about Unix sockets (unix(7)).
public enum UnixSocket {
    /// What is at a path.
    public enum Finding: Equatable, Sendable {
        /// A listening program has answered.
        case answered
        /// A program has left a socket behind, because it ended without removing it.
        case stale
        case nothing
        case noSocket
        case failed(SystemError)
    }

    /// How many bytes the path of a socket may have, without the zero at its end.
    public static let pathBytesMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Connects and hangs up at once.
    public static func look(at path: String) -> Finding {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT ? .nothing : .failed(.last) }
        guard status.st_mode & S_IFMT == S_IFSOCK else { return .noSocket }
        guard var address = address(of: path) else { return .failed(SystemError(code: ENAMETOOLONG)) }
        let descriptor = socket(AF_UNIX, Sockets.stream, 0)
        guard descriptor >= 0 else { return .failed(.last) }
        defer { close(descriptor) }
        // A busy listener must not block this thread.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 || errno == EAGAIN || errno == EINPROGRESS { return .answered }
        switch errno {
        case ECONNREFUSED: return .stale
        case ENOENT: return .nothing
        default: return .failed(.last)
        }
    }

    /// The user that runs the program at the other end; nil if the system does not say.
    public static func peer(of descriptor: Int32) -> SystemUser? {
        Sockets.peer(of: descriptor).map { SystemUser($0) }
    }

    private static func address(of path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        guard path.utf8.count <= pathBytesMax else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }
}
