internal import PlatformKit

/// An address of IPv4 or IPv6: 4 or 16 bytes.
package struct IPAddress: Hashable, Sendable {
    package let bytes: [UInt8]

    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// - Returns: nil for an address that is neither of IPv4 nor of IPv6.
    init?(socketAddress: UnsafeRawBufferPointer) {
        guard socketAddress.count >= MemoryLayout<sockaddr_in>.size else { return nil }
        switch Int32(socketAddress.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET:
            let address = socketAddress.loadUnaligned(as: sockaddr_in.self).sin_addr
            bytes = withUnsafeBytes(of: address) { Array($0) }
        case AF_INET6:
            guard socketAddress.count >= MemoryLayout<sockaddr_in6>.size else { return nil }
            let address = socketAddress.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            bytes = withUnsafeBytes(of: address) { Array($0) }
        default: return nil
        }
    }

    /// Reads `192.0.2.1` or `2001:db8::1`.
    package init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// The IPv4 address that `::ffff:192.0.2.1` is at a socket of both families (RFC 4291 section 2.5.5.2); any other
    /// address as it is.
    var withoutMapping: IPAddress { Self.mapped.contains(self) ? IPAddress(bytes: bytes.suffix(4)) ?? self : self }

    private static let mapped = IPNetwork([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], bits: 96, addressBytes: 16)

    /// Whether it is the address of a host on the public Internet, by the registries of special addresses (RFC 6890).
    /// Loopback, link-local, private, shared, multicast and reserved addresses are not, nor are IPv4 addresses in
    /// another form.
    var isPublic: Bool {
        let special = bytes.count == 4 ? Self.special4 : Self.special6
        if bytes.count == 16, !Self.globalUnicast.contains(self) { return false }
        return !special.contains { $0.contains(self) }
    }

    /// 2000::/3, all of IPv6 that is given to hosts. Mapped and translated IPv4 addresses are outside.
    private static let globalUnicast = IPNetwork([0x20], bits: 3)

    private static let special4 = [
        IPNetwork([0], bits: 8), IPNetwork([10], bits: 8), IPNetwork([100, 64], bits: 10), IPNetwork([127], bits: 8),
        IPNetwork([169, 254], bits: 16), IPNetwork([172, 16], bits: 12), IPNetwork([192, 0, 0], bits: 24),
        IPNetwork([192, 0, 2], bits: 24), IPNetwork([192, 88, 99], bits: 24), IPNetwork([192, 168], bits: 16),
        IPNetwork([198, 18], bits: 15), IPNetwork([198, 51, 100], bits: 24), IPNetwork([203, 0, 113], bits: 24),
        IPNetwork([224], bits: 4), IPNetwork([240], bits: 4),
    ]

    /// Protocol assignments with Teredo, documentation, and 6to4, which carries IPv4 addresses.
    private static let special6 = [
        IPNetwork([0x20, 0x01, 0x00], bits: 23), IPNetwork([0x20, 0x01, 0x0D, 0xB8], bits: 32),
        IPNetwork([0x20, 0x02], bits: 16), IPNetwork([0x3F, 0xFF, 0x00], bits: 20),
    ]
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = (0..<8).map { String(UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]), radix: 16) }
        return groups.joined(separator: ":")
    }
}
