import PlatformKit

package enum BoundSocket {
    package struct IsNotBound: Error {}

    /// SOCK_DGRAM as socket(2) takes it.
    package static var datagram: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_DGRAM.rawValue)
        #else
            SOCK_DGRAM
        #endif
    }

    /// - Parameter kind: `Sockets.stream` or `datagram`.
    /// - Returns: a Unix socket at this path, which the caller closes.
    package static func make(_ kind: Int32, at path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { place in
            if path.utf8.count >= place.count { return false }
            place.copyBytes(from: path.utf8)
            return true
        }
        let descriptor = socket(AF_UNIX, kind, 0)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        if isShort, isBound { return descriptor }
        close(descriptor)
        throw IsNotBound()
    }
}
