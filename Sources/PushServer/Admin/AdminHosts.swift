internal import NIOCore

/// The hosts that a request on the admin port may be for: those of this machine, and those that the operator has named.
///
/// A page in a browser on the operator's machine may have its own host name lead to the admin port (DNS rebinding), and would
/// then read what the port says. It cannot choose what the browser sends as `Host`.
struct AdminHosts: Sendable {
    private let named: Set<String>

    /// - Parameter named: names and addresses without ports; an IPv6 one may be in brackets.
    init(_ named: [String]) {
        self.named = Set(named.map { Self.folded($0.hasPrefix("[") ? Self.withoutPort($0) : $0[...]) })
    }

    /// - Parameter field: of `Host` (RFC 9110, section 7.2): a name or an address, an IPv6 one in brackets, and maybe a port.
    /// - Parameter local: the address that the client connected to, which is this machine's, whatever the port is bound to. A page can
    ///   rebind a name, and not an address.
    func contains(_ field: String, at local: SocketAddress? = nil) -> Bool {
        let host = Self.folded(Self.withoutPort(field))
        if host == "localhost" || named.contains(host) { return true }
        guard let address = Self.address(host) else { return false }
        return Self.isLoopback(address) || address == local?.ipAddress.map(Self.unmapped)
    }

    private static func withoutPort(_ field: String) -> Substring {
        if field.hasPrefix("[") {
            let end = field.firstIndex(of: "]") ?? field.endIndex
            return field[..<end].dropFirst()
        }
        return field.prefix { $0 != ":" }
    }

    /// Case makes no difference, nor does the dot that ends a whole name.
    private static func folded(_ host: some StringProtocol) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// 127.0.0.0/8 (RFC 1122, section 3.2.1.3) and ::1 (RFC 4291, section 2.5.3).
    private static func isLoopback(_ address: String) -> Bool { address.hasPrefix("127.") || address == "::1" }

    /// In the one spelling of the system; nil for a name.
    private static func address(_ host: String) -> String? { try? SocketAddress(ipAddress: host, port: 0).ipAddress }

    /// A socket of both families tells an IPv4 address as `::ffff:192.0.2.1` (RFC 4291, section 2.5.5.2).
    private static func unmapped(_ address: String) -> String {
        address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    }
}
