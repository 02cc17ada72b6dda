/// What the systems name or do differently about sockets.
package enum Sockets {
    /// SOCK_STREAM as socket(2) takes it.
    package static var stream: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }

    /// What to add to a socket's type so that it closes when a program starts; 0 where nothing does.
    package static var closeOnExec: Int32 {
        #if canImport(Darwin)
            0
        #elseif canImport(Glibc)
            Int32(SOCK_CLOEXEC.rawValue)
        #else
            SOCK_CLOEXEC
        #endif
    }

    /// TCP_NOTSENT_LOWAT, which not every module of the C library has.
    package static var unsentLowWater: CInt {
        #if canImport(Darwin)
            0x201
        #else
            25
        #endif
    }

    /// Sends without a signal if the other end is closed.
    /// - Returns: how many bytes were taken, or -1 and `errno`.
    package static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)  // SO_NOSIGPIPE is set.
        #elseif canImport(Musl)
            Musl.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        #else
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        #endif
    }

    /// Whether there is something to read or to accept now.
    package static func isReadable(_ descriptor: CInt) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// The user that runs the program at the other end of a Unix socket; nil if the system does not say.
    package static func peer(of descriptor: CInt) -> uid_t? {
        #if canImport(Darwin)
            var (user, group): (uid_t, gid_t) = (0, 0)
            return getpeereid(descriptor, &user, &group) == 0 ? user : nil
        #else
            // `struct ucred` (unix(7)), which not every C library's module has.
            var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, uid_t.max, gid_t.max)
            var size = socklen_t(MemoryLayout.size(ofValue: credentials))
            let wanted = size
            guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == wanted,
                credentials.user != uid_t.max
            else { return nil }
            return credentials.user
        #endif
    }
}
