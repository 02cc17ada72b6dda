/// Which servers a client trusts.
public enum TLSTrust: Sendable, Hashable {
    /// Servers with a certificate of the system's authorities, or of those in these PEM files. The host name or address
    /// is checked.
    case system(extraRoots: [String])
    /// Servers with this key, whatever their certificate says. It may be self-signed, expired or for another host.
    case pin(PublicKeyPin)
    /// No server yet. The handshake fails with `TLSError.untrustedKey`, which contains the key to ask the user about.
    ///
    /// The user's answer takes longer than a handshake may. So the first connection only looks at the key, and after
    /// the user's answer the next one pins it. No byte of ours goes to a key that was not confirmed.
    case firstUse

    /// Only the system's certificate authorities.
    public static let system = TLSTrust.system(extraRoots: [])
}
