/// One host's address for counting. Of an IPv6 address, only the first 64 bits count, because the host chooses the
/// rest (RFC 4291 section 2.5.1). An IPv4 address that arrives over a dual-stack socket, `::ffff:192.0.2.1`, counts as
/// that IPv4 address (section 2.5.5.2), because all of these share the same 64 bits.
struct HostAddress: Hashable, Sendable {
    let text: String
    /// The first 48 bits of an IPv6 address: the usual allocation of a site, with 65,536 such hosts (RFC 6177). Nil
    /// for IPv4.
    let site: Site?

    struct Site: Hashable, Sendable {
        let text: String
    }

    init(_ address: String) {
        let address = Self.withoutMapping(address)
        guard address.contains(":") else {
            (text, site) = (address, nil)
            return
        }
        let groups = Self.groups(address)
        text = groups.prefix(4).joined(separator: ":")
        site = Site(text: groups.prefix(3).joined(separator: ":"))
    }

    /// The IPv4 address within `::ffff:192.0.2.1`; any other address as it is.
    static func withoutMapping(_ address: String) -> String {
        let isMapped = address.hasPrefix(mapped) && address.contains(".")
        return isMapped ? String(address.dropFirst(mapped.count)) : address
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
