#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A descriptor to write to without being made to wait, where that is possible.
struct OutputDescriptor: Sendable {
    let number: Int32
    /// Whether the descriptor is our own, reopened not to block. The one we were given is shared with the shell, which
    /// would be surprised to find it changed.
    let isReopened: Bool

    init(reopening given: Int32) {
        let reopened = Self.reopen(given)
        number = reopened ?? given
        isReopened = reopened != nil
    }

    func closeIfReopened() {
        if isReopened { close(number) }
    }

    /// Bytes taken; 0 when it would have to wait, nil when the terminal is gone.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        // A shared descriptor blocks; small pieces fit once it says it is writable.
        let piece = isReopened ? bytes : bytes.prefix(256)
        let sent = piece.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
        if sent >= 0 { return sent }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    func waitUntilWritable() -> Bool {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, 50) > 0
    }

    private static func reopen(_ descriptor: Int32) -> Int32? {
        var name = [CChar](repeating: 0, count: 256)
        guard ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
        let reopened = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return reopened < 0 ? nil : reopened
    }
}
