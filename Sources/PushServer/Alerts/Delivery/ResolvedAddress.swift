#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// An address to which a host's name leads: 4 or 16 bytes.
struct ResolvedAddress: Hashable, Sendable {
    let bytes: [UInt8]

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
    init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Whether it is the address of a host on the public Internet, by the registries of special addresses (RFC 6890).
    /// All that is loopback, link-local, private, shared, multicast, reserved, or an IPv4 address in another form, is not.
    var isPublic: Bool {
        let special = bytes.count == 4 ? Self.special4 : Self.special6
        if bytes.count == 16, !Self.globalUnicast.contains(bytes) { return false }
        return !special.contains { $0.contains(bytes) }
    }

    /// 2000::/3, all of IPv6 that is given to hosts. Mapped and translated IPv4 addresses lie outside.
    private static let globalUnicast = Network([0x20], bits: 3)

    private static let special4 = [
        Network([0], bits: 8), Network([10], bits: 8), Network([100, 64], bits: 10), Network([127], bits: 8),
        Network([169, 254], bits: 16), Network([172, 16], bits: 12), Network([192, 0, 0], bits: 24),
        Network([192, 0, 2], bits: 24), Network([192, 88, 99], bits: 24), Network([192, 168], bits: 16),
        Network([198, 18], bits: 15), Network([198, 51, 100], bits: 24), Network([203, 0, 113], bits: 24),
        Network([224], bits: 4), Network([240], bits: 4),
    ]

    /// Protocol assignments with Teredo, documentation, and 6to4, which carries IPv4 addresses.
    private static let special6 = [
        Network([0x20, 0x01, 0x00], bits: 23), Network([0x20, 0x01, 0x0D, 0xB8], bits: 32),
        Network([0x20, 0x02], bits: 16), Network([0x3F, 0xFF, 0x00], bits: 20),
    ]

    private struct Network {
        let prefix: [UInt8]
        let bits: Int

        init(_ prefix: [UInt8], bits: Int) { (self.prefix, self.bits) = (prefix, bits) }

        func contains(_ bytes: [UInt8]) -> Bool {
            for bit in 0..<bits {
                let mask = UInt8(0x80) >> (bit % 8)
                let wanted = bit / 8 < prefix.count ? prefix[bit / 8] : 0
                if bytes[bit / 8] & mask != wanted & mask { return false }
            }
            return true
        }
    }
}

extension ResolvedAddress: CustomStringConvertible {
    var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = (0..<8).map { String(UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]), radix: 16) }
        return groups.joined(separator: ":")
    }
}

/// To which addresses a post may go, whatever the name of its host resolves to.
enum AddressRule: Hashable, Sendable {
    case publicOnly
    /// The operator has named this address itself.
    case only(ResolvedAddress)
    /// The operator has named the host as one in a private network.
    case any

    func allows(_ address: ResolvedAddress) -> Bool {
        switch self {
        case .publicOnly: address.isPublic
        case .only(let named): address == named
        case .any: true
        }
    }
}
