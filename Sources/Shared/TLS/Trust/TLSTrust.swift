/// Whom a client believes.
public enum TLSTrust: Sendable, Hashable {
    /// Certificate authorities: the system's, and the PEM files named. The host name or address is checked.
    case system(extraRoots: [String])
    /// The key decides, whatever its certificate says: self-signed, expired and another host's are all fine.
    case pin(PublicKeyPin)
    /// Nothing yet: the handshake fails with `TLSError.untrustedKey`, which carries the key to ask the user about.
    ///
    /// The user's answer takes its time and a handshake does not, so the first connection only looks at the key; once
    /// it is confirmed, the next one pins it. No byte of ours ever goes to a key that was not confirmed.
    case firstUse

    /// The system's certificate authorities alone.
    public static let system = TLSTrust.system(extraRoots: [])
}
