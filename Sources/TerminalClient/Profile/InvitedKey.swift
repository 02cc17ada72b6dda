package import Shared

extension InvitationLink {
    /// A link may be old, or come from a stranger, so it never replaces a key that its reader has confirmed.
    /// - Parameters:
    ///   - trust: what the reader trusts at this address without the link.
    ///   - hasLogin: whether the reader has logged in there. Then a certificate of the system's authorities is trusted, too.
    ///   - server: the address that the link names.
    /// - Throws: `InvitedKeyDiffers` if the link's key is not the trusted one, or takes the place of a trusted certificate.
    package func demandKey(
        of trust: TLSTrust,
        hasLogin: Bool,
        at server: ServerAddress
    ) throws(InvitedKeyDiffers) {
        let expected: PublicKeyPin? = if case .pin(let expected) = trust { expected } else { nil }
        if expected == pin || expected == nil && !hasLogin { return }
        throw InvitedKeyDiffers(server: server, expected: expected, invited: pin)
    }
}

/// An invitation names another key of its server than the one that its reader trusts.
package struct InvitedKeyDiffers: Error, Equatable, Sendable, CustomStringConvertible {
    private let server: ServerAddress
    /// Nil: the reader trusts the server's certificate.
    private let expected: PublicKeyPin?
    private let invited: PublicKeyPin

    package init(server: ServerAddress, expected: PublicKeyPin?, invited: PublicKeyPin) {
        (self.server, self.expected, self.invited) = (server, expected, invited)
    }

    package var description: String {
        guard let expected else {
            return """
                you trust \(server) by its certificate, and the invitation would replace that by the key \(invited); \
                nothing was sent or stored. Ask the server's owner for its pin; \
                if it is the invitation's, join with --pin and that pin
                """
        }
        return """
            the invitation does not have the key that is trusted for \(server): \
            expected \(expected), but it has \(invited); \
            nothing was sent or stored. Either the server has a new key, or the link is old or forged. \
            Ask the server's owner for its pin; if it is the invitation's, join with --pin and that pin. \
            The expected one is from --pin or, without that, from known_servers
            """
    }
}
