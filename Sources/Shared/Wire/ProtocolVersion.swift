/// The versions of the push protocol.
public enum ProtocolVersion {
    /// What this program speaks, both ends included.
    public static let supported: ClosedRange<UInt32> = 1...1
    /// Negotiated in the TLS handshake (RFC 7301); another protocol on the port would be refused there.
    public static let alpn = "tickwire/1"

    /// The newest version of both ranges; nil: they have none in common.
    public static func newest(of one: ClosedRange<UInt32>, and other: ClosedRange<UInt32>) -> UInt32? {
        one.overlaps(other) ? min(one.upperBound, other.upperBound) : nil
    }
}
