import PlatformKit

/// A port below those that the system gives to connections, so that a server that starts again finds its port free.
package enum LoopbackPort {
    package struct NoneIsFree: Error {}

    package static func free() throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: 10_240..<32_000)
            let descriptor = socket(AF_INET, Sockets.stream, 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            let isFree = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isFree { return port }
        }
        throw NoneIsFree()
    }
}
