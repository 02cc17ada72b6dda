import PlatformKit

/// A pipe that wakes a thread that waits in `poll`. Each byte is a message: a signal's number, or 0 to stop.
struct WakePipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .pipe(code: errno) }
        for end in ends {
            // The pipe does not block, so that a signal handler never waits.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    func send(_ message: UInt8) {
        var message = message
        _ = write(writeEnd, &message, 1)
    }

    func receive() -> [UInt8] { (try? readAvailable(readEnd)) ?? [] }

    func closeEnds() {
        close(readEnd)
        close(writeEnd)
    }
}

/// The other side is gone.
struct InputEnded: Error {}

/// The bytes that can be read now without waiting, possibly none.
func readAvailable(_ descriptor: Int32) throws(InputEnded) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        let received = read(descriptor, buffer.baseAddress, buffer.count)
        failure = received < 0 ? errno : 0
        count = max(0, received)
    }
    if failure == EINTR || failure == EAGAIN { return [] }
    if bytes.isEmpty { throw InputEnded() }
    return bytes
}
