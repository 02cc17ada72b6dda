/// An address that may be shown and opened: http or https, a plain host, and nothing that could deceive a reader or
/// steer a terminal.
public struct WebAddress: Hashable, Sendable {
    public let text: String

    private static let lengthMax = 2048

    /// - Returns: nil for every other scheme, for blanks and invisible characters, for a host that is not plain ASCII,
    ///   and for a user name before the host, whose only use is to imitate another host.
    public init?(_ told: String) {
        guard told.utf8.count <= Self.lengthMax, let colon = told.firstIndex(of: ":") else { return nil }
        let scheme = told[..<colon].lowercased()
        guard scheme == "http" || scheme == "https", told[colon...].hasPrefix("://") else { return nil }
        let rest = told[told.index(colon, offsetBy: 3)...]
        guard rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.isVisible }),
            Self.isPlainHost(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        else { return nil }
        text = scheme + "://" + rest
    }

    private static func isPlainHost(_ host: Substring) -> Bool {
        !host.isEmpty && host.first != "." && host.first != ":"
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}

extension WebAddress: CustomStringConvertible {
    public var description: String { text }
}
