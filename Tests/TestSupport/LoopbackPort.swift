import PlatformKit
import Synchronization

/// A port for a server that starts again while other tests open servers and connections of their own.
package enum LoopbackPort {
    package struct NoneIsFree: Error {}

    /// The sockets that hold the ports given out. They stay open until the test process ends.
    private static let holders = Mutex<[CInt]>([])

    /// A port that nobody else gets while this process runs: a bound socket holds it. That socket does not listen, and it
    /// allows reuse, so a server that allows reuse (SO_REUSEADDR, socket(7)) can listen on the port beside it.
    package static func reserve() throws -> Int {
        for _ in 0..<100 {
            // Below what Linux gives to connections by default.
            let port = Int.random(in: 10_240..<32_000)
            guard let holder = bound(to: port) else { continue }
            #if os(Linux)
                holders.withLock { $0.append(holder) }
            #else
                // Elsewhere, two sockets cannot share an address, so the port is only known to be free now.
                close(holder)
            #endif
            return port
        }
        throw NoneIsFree()
    }

    /// A socket that listens on a port that `reserve` has given out; the caller closes it.
    /// - Parameter backlog: how many connections may wait for `accept`; Linux lets one more wait.
    package static func listener(on port: Int, backlog: CInt) -> CInt? {
        guard let descriptor = bound(to: port, sharing: true) else { return nil }
        if listen(descriptor, backlog) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// A socket that asks a port for a connection and does not wait for the answer; the caller closes it.
    package static func connecting(to port: Int) -> CInt? {
        let descriptor = socket(AF_INET, Sockets.stream | Sockets.closeOnExec, 0)
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            close(descriptor)
            return nil
        }
        var address = address(of: port)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    private static func address(of port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return address
    }

    /// A socket bound to the port, which allows reuse from then on; nil if the port is taken.
    /// - Parameter sharing: whether another socket that allows reuse may be bound to the port.
    private static func bound(to port: Int, sharing: Bool = false) -> CInt? {
        let descriptor = socket(AF_INET, Sockets.stream | Sockets.closeOnExec, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        var reuse: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        if sharing { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, size) }
        let isFree = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isFree, setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, size) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
