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

    /// - Parameter address: a text that is not an address, such as `local`, counts as it is.
    init(_ address: String) {
        let address = IPAddress(address)?.withoutMapping.description ?? address
        let groups = address.split(separator: ":")
        guard groups.count == 8 else {
            (text, site) = (address, nil)
            return
        }
        text = groups.prefix(4).joined(separator: ":")
        site = Site(text: groups.prefix(3).joined(separator: ":"))
    }
}
