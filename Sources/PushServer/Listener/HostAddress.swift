/// One host's address, for counting: of an IPv6 address the first 64 bits, for the rest is the host's own choice (RFC 4291
/// section 2.5.1).
struct HostAddress: Hashable, Sendable {
    let text: String

    init(_ address: String) { text = address.contains(":") ? Self.network(address) : address }

    private static func network(_ address: String) -> String {
        let groups = address.split(separator: "::", omittingEmptySubsequences: false)
        let head = groups[0].split(separator: ":")
        let tail = groups.count > 1 ? groups[1].split(separator: ":") : []
        let zeros = [Substring](repeating: "0", count: max(0, 8 - head.count - tail.count))
        return (head + (groups.count > 1 ? zeros : []) + tail).prefix(4).joined(separator: ":")
    }
}
