import PlatformKit

/// An open file, by its number. The code that opened it closes it.
public struct Descriptor: Hashable, Sendable {
    public let number: Int32

    public init(_ number: Int32) { self.number = number }

    public static let standardInput = Descriptor(STDIN_FILENO)
    public static let standardOutput = Descriptor(STDOUT_FILENO)
    public static let standardError = Descriptor(STDERR_FILENO)

    public var isTerminal: Bool { isatty(number) == 1 }

    /// Reads to the end.
    /// - Parameter bytesMax: stops when more than this many bytes were read.
    public func readAll(bytesMax: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= bytesMax {
            let count = try readOnce(&chunk)
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Reads the first line, and what has come together with it. It waits for nothing more, because a pipe need not end.
    /// - Parameter bytesMax: stops when more than this many bytes were read, and no line has ended.
    /// - Returns: the line without its end, and what came after it.
    public func readLine(bytesMax: Int) throws(SystemError) -> (line: [UInt8], rest: [UInt8]) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= bytesMax {
            let count = try readOnce(&chunk)
            if count == 0 { break }
            bytes += chunk.prefix(count)
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            // Files from Windows end their lines with two characters.
            let isTwo = bytes[..<end].last == UInt8(ascii: "\r")
            return (Array(bytes[..<(isTwo ? end - 1 : end)]), Array(bytes[(end + 1)...]))
        }
        return (bytes, [])
    }

    /// - Returns: how many bytes have come; 0 at the end.
    private func readOnce(_ chunk: inout [UInt8]) throws(SystemError) -> Int {
        while true {
            let count = posixRead(number, &chunk)
            if count >= 0 { return count }
            if errno != EINTR { throw .last }
        }
    }

    /// Waits while the reader is slow, even if the descriptor does not block.
    /// - Returns: false if not all was written. Then `SystemError.last` says why.
    @discardableResult
    public func writeAll(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                let count = posixWrite(number, UnsafeRawBufferPointer(rebasing: rest))
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count < 0, errno == EAGAIN {
                    var wanted = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wanted, 1, -1)
                } else if count == 0 || errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}

/// `write(2)`, which a type with its own `write` cannot call.
private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// `read(2)`, which a type with its own `read` cannot call.
private func posixRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
    read(descriptor, &bytes, bytes.count)
}
