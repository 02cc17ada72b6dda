internal import NIOCore

/// The hosts that a request on the admin port may name: those of this machine, and those that the operator has named.
///
/// A page in a browser on the operator's machine may point its own host name at the admin port (DNS rebinding) and then
/// read it. But it cannot choose the `Host` that the browser sends.
struct AdminHosts: Sendable {
    private let named: Set<String>

    /// - Parameter named: names and addresses without ports and brackets.
    init(_ named: [String]) { self.named = Set(named.map { Self.folded($0) }) }

    /// - Parameter field: the value of `Host` (RFC 9110, section 7.2): a name or an address, an IPv6 one in brackets,
    ///   with or without a port.
    /// - Parameter local: the address to which the client connected, which belongs to this machine. A page can rebind a
    ///   name, but not an address.
    func contains(_ field: String, at local: SocketAddress? = nil) -> Bool {
        let host = Self.folded(Self.withoutPort(field))
        if host == "localhost" || named.contains(host) { return true }
        guard let address = IPAddress(host) else { return false }
        if Self.loopback.contains(where: { $0.contains(address) }) { return true }
        return address == local?.ipAddress.flatMap { IPAddress($0)?.withoutMapping }
    }

    private static func withoutPort(_ field: String) -> Substring {
        if field.hasPrefix("[") {
            let end = field.firstIndex(of: "]") ?? field.endIndex
            return field[..<end].dropFirst()
        }
        return field.prefix { $0 != ":" }
    }

    /// Ignores case, and the dot that ends an absolute name.
    private static func folded(_ host: some StringProtocol) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// 127.0.0.0/8 (RFC 1122, section 3.2.1.3) and ::1 (RFC 4291, section 2.5.3).
    private static let loopback = [
        IPNetwork([127], bits: 8, addressBytes: 4),
        IPNetwork([UInt8](repeating: 0, count: 15) + [1], bits: 128, addressBytes: 16),
    ]
}
