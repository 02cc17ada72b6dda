internal import Shared

/// The addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`.
package struct IPNetwork: Hashable, Sendable {
    /// Missing bytes are 0.
    private let prefix: [UInt8]
    private let bits: Int
    /// How many bytes an address of its family has: 4 or 16. Nil for a network that is only asked about its own family.
    private let addressBytes: Int?

    init(_ prefix: [UInt8], bits: Int, addressBytes: Int? = nil) {
        (self.prefix, self.bits, self.addressBytes) = (prefix, bits, addressBytes)
    }

    /// Reads a network such as `10.0.0.0/8`, or an address, which is a network of one.
    /// - Throws: `IPNetworkFault`, also for `/0`: if all addresses were trusted, any client could choose its own.
    package init(_ text: String) throws(IPNetworkFault) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress(String($0)) }) else { throw IPNetworkFault(text: text) }
        let most = address.bytes.count * 8
        let bits = parts.count == 1 ? most : Int(parts[1])
        guard let bits, 1...most ~= bits else { throw IPNetworkFault(text: text) }
        self.init(address.bytes, bits: bits, addressBytes: address.bytes.count)
    }

    /// Only addresses of the network's own family belong to it.
    func contains(_ address: IPAddress) -> Bool {
        if let addressBytes, addressBytes != address.bytes.count { return false }
        for bit in 0..<bits {
            let mask = UInt8(0x80) >> (bit % 8)
            let wanted = bit / 8 < prefix.count ? prefix[bit / 8] : 0
            if address.bytes[bit / 8] & mask != wanted & mask { return false }
        }
        return true
    }
}

package struct IPNetworkFault: Error, Hashable, CustomStringConvertible {
    let text: String

    package var description: String {
        "'\(text.escaped)' is not an address or a network; use one such as 10.0.0.5, 10.0.0.0/24 or 2001:db8::/64"
    }
}
