/// Where a way of delivery posts to: an http or https address, split into its parts.
public struct DeliveryAddress: Hashable, Sendable {
    /// Scheme, host and port, in lower case, without a default port: `https://ntfy.sh`.
    public let origin: String
    /// What follows the origin: `/my-alerts`.
    public let path: String

    /// How many bytes an address may have.
    public static let bytesMax = 512

    /// - Returns: nil for everything that `WebAddress` refuses, for an invalid port, and for a fragment.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax, let address = WebAddress(text)?.text, !address.contains("#"),
            address.utf8.allSatisfy({ $0 < 0x7F }),
            let colon = address.firstIndex(of: ":")
        else { return nil }
        let scheme = address[..<colon]
        let rest = address[address.index(colon, offsetBy: 3)...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let parts = rest[..<end].lowercased().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts[0].isEmpty else { return nil }
        var port = scheme == "https" ? 443 : 80
        let standard = port
        if parts.count == 2 {
            guard let number = UInt16(parts[1]), number > 0 else { return nil }
            port = Int(number)
        }
        origin = "\(scheme)://\(parts[0])" + (port == standard ? "" : ":\(port)")
        path = rest[end...].hasPrefix("?") ? "/" + rest[end...] : String(rest[end...])
    }

    public var text: String { origin + path }
    /// The host's name without scheme and port.
    public var host: String {
        String(origin.split(separator: "/")[1].split(separator: ":")[0])
    }
}
