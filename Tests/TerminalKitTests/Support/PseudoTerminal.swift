import PlatformKit

@testable import TerminalKit

/// Both ends of a pty: `slave` is the terminal a program has, `master` the person in front of it.
final class PseudoTerminal {
    struct Failure: Error {}

    let master: Int32
    let slave: Int32
    private var isHungUp = false

    init(size: Size = Size(width: 40, height: 10)) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard openpty(&ends.master, &ends.slave, nil, nil, nil) == 0 else { throw Failure() }
        (master, slave) = ends
        resize(size)
    }

    deinit {
        close(slave)
        hangUp()
    }

    /// The person closes the window.
    func hangUp() {
        if !isHungUp { close(master) }
        isHungUp = true
    }

    func resize(_ size: Size) {
        var window = winsize(ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// The bytes that the program has written so far.
    func received() -> String { String(decoding: receivedBytes(), as: UTF8.self) }

    /// The next bytes, as many as `text` has. This waits for them.
    func received(asManyAs text: String) -> String { Self.read(master, count: text.utf8.count) }

    static func read(_ master: Int32, count: Int) -> String {
        var bytes: [UInt8] = []
        var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while bytes.count < count, poll(&request, 1, 10_000) > 0, let more = try? readAvailable(master) {
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func receivedBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0, let more = try? readAvailable(master) {
            bytes += more
        }
        return bytes
    }

    /// Whether the terminal is in the mode that shells use.
    var isCooked: Bool {
        guard let settings = try? TerminalAttributes(of: slave).settings else { return false }
        return settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == tcflag_t(ICANON | ECHO | ISIG)
            && settings.c_oflag & tcflag_t(OPOST) != 0
    }
}
