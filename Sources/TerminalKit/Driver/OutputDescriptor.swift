import PlatformKit

/// A descriptor for writing without blocking, if possible.
struct OutputDescriptor: Sendable {
    let number: Int32
    /// Whether the descriptor was reopened so that it does not block. The original one is shared with the shell and
    /// must not change.
    let isReopened: Bool

    init(reopening given: Int32) {
        let reopened = Self.reopen(given)
        number = reopened ?? given
        isReopened = reopened != nil
    }

    func closeIfReopened() {
        if isReopened { close(number) }
    }

    /// Returns how many bytes were written; 0 if writing would block, nil if the terminal is gone.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        // A shared descriptor blocks, but a small piece fits once the descriptor is writable.
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
