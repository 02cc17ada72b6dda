/// One host's address, for counting: of an IPv6 address the first 64 bits, for the rest is the host's own choice (RFC 4291
/// section 2.5.1). An IPv4 address that comes over a socket of both families, `::ffff:192.0.2.1`, is that IPv4 address (section
/// 2.5.5.2): all of them have the same 64 bits.
struct HostAddress: Hashable, Sendable {
    let text: String
    /// Of IPv6, the first 48 bits: what a site usually gets, with 65,536 such hosts in it (RFC 6177). Nil for IPv4.
    let site: Site?

    struct Site: Hashable, Sendable {
        let text: String
    }

    init(_ address: String) {
        let mapped = address.hasPrefix(Self.mapped) && address.contains(".")
        let address = mapped ? String(address.dropFirst(Self.mapped.count)) : address
        guard address.contains(":") else {
            (text, site) = (address, nil)
            return
        }
        let groups = Self.groups(address)
        text = groups.prefix(4).joined(separator: ":")
        site = Site(text: groups.prefix(3).joined(separator: ":"))
    }

    private static let mapped = "::ffff:"

    private static func groups(_ address: String) -> [Substring] {
        let groups = address.split(separator: "::", omittingEmptySubsequences: false)
        let head = groups[0].split(separator: ":")
        let tail = groups.count > 1 ? groups[1].split(separator: ":") : []
        let zeros = [Substring](repeating: "0", count: max(0, 8 - head.count - tail.count))
        return head + (groups.count > 1 ? zeros : []) + tail
    }
}
