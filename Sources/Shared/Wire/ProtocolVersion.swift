/// The versions of the push protocol.
public enum ProtocolVersion {
    /// The versions that this program speaks, both bounds included.
    public static let supported: ClosedRange<UInt32> = 1...1
    /// Negotiated in the TLS handshake (RFC 7301), which refuses any other protocol.
    public static let alpn = "tickwire/1"

    /// The newest version in both ranges; nil if they have none in common.
    public static func newest(of one: ClosedRange<UInt32>, and other: ClosedRange<UInt32>) -> UInt32? {
        one.overlaps(other) ? min(one.upperBound, other.upperBound) : nil
    }
}
