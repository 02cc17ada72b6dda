/// The versions of the push protocol.
public enum ProtocolVersion {
    /// What this program speaks, both ends included.
    public static let supported: ClosedRange<UInt32> = 1...1
    /// Negotiated in the TLS handshake (RFC 7301); another protocol on the port would be refused there.
    public static let alpn = "tickwire/1"

    /// The newest version that both sides speak.
    public static func common(with other: ClosedRange<UInt32>) -> UInt32? {
        supported.overlaps(other) ? min(supported.upperBound, other.upperBound) : nil
    }
}
