import PlatformKit

/// Gives the terminal back when nothing else can: from a signal handler that ends the process, and at exit.
///
/// Only async-signal-safe calls are allowed there, so everything is prepared: bytes, attributes and descriptor are in
/// memory that is never freed, behind plain pointers. A process has one terminal, so there is one such place.
enum EmergencyRestore {
    /// What the terminal was taken for. It decides what is written at the end.
    enum Use {
        case screen(hasImages: Bool)
        /// A line that is not shown. Its end is not shown either, so the program writes one.
        case hiddenLine
    }

    struct Prepared {
        /// -1 while there is nothing to restore.
        var output: Int32 = -1
        var input: Int32 = -1
        var attributes = termios()
        var leave = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    }

    // Read in signal handlers, where no lock may be taken. Written only by `arm` and `disarm`, which publish by setting
    // `output` last and withdraw by clearing it first.
    nonisolated(unsafe) private static let prepared: UnsafeMutablePointer<Prepared> = {
        let place = UnsafeMutablePointer<Prepared>.allocate(capacity: 1)
        place.initialize(to: Prepared())
        return place
    }()

    // None of them is written again after this.
    nonisolated(unsafe) private static let leave = immortal(TerminalModes.leave)
    nonisolated(unsafe) private static let leaveWithImages = immortal(TerminalModes.leaveWithImages)
    nonisolated(unsafe) private static let lineEnd = immortal([UInt8(ascii: "\n")])

    private static func immortal(_ content: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: content.count)
        _ = bytes.initialize(from: content)
        return UnsafeBufferPointer(bytes)
    }

    private static let exitHandler: Void = { atexit { EmergencyRestore.restore() } }()

    /// False if another terminal has the place.
    static func arm(input: Int32, output: Int32, attributes: TerminalAttributes, leaving use: Use) -> Bool {
        guard prepared.pointee.output == -1 else { return false }
        _ = exitHandler
        prepared.pointee.input = input
        prepared.pointee.attributes = attributes.settings
        prepared.pointee.leave =
            switch use {
            case .screen(hasImages: false): leave
            case .screen(hasImages: true): leaveWithImages
            case .hiddenLine: lineEnd
            }
        prepared.pointee.output = output
        return true
    }

    private static let waitMilliseconds: Int32 = 200
    private static let attempts = 5

    /// Sends bytes even if the terminal is busy with a frame and has no room now. A terminal that takes nothing for a
    /// while does not get them. It uses only plain loops and pointers, because a signal handler must not call Swift's
    /// runtime.
    /// - Parameter wait: waits until there is room, or for some time, and returns whether there is.
    static func send(_ bytes: UnsafeBufferPointer<UInt8>, to output: Int32, wait: (Int32) -> Bool) {
        guard let start = bytes.baseAddress else { return }
        var (sent, attempt) = (0, 0)
        while sent < bytes.count, attempt < attempts {
            attempt += 1
            if !wait(output) { continue }
            let count = write(output, start + sent, bytes.count - sent)
            if count > 0 { sent += count }
        }
    }

    static func disarm() { prepared.pointee.output = -1 }

    /// Async-signal-safe. Only the first call does something.
    static func restore() {
        let output = prepared.pointee.output
        guard output != -1 else { return }
        prepared.pointee.output = -1
        send(prepared.pointee.leave, to: output) { descriptor in
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return poll(&request, 1, waitMilliseconds) > 0
        }
        _ = tcsetattr(prepared.pointee.input, TCSANOW, &prepared.pointee.attributes)
    }
}
