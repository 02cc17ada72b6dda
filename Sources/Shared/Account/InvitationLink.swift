/// An invitation as one line to send to somebody: the server's address, the pin of its key, and a secret that works
/// once.
///
/// `tickwire://join/HOST:PORT/PIN/SECRET/CHECK`. Pin and secret are base64url (RFC 4648, section 5). The check covers
/// everything before it. Links are copied by hand and wrapped by mail programs, and a link that was cut off must not
/// look like a wrong one.
public struct InvitationLink: Hashable, Sendable, CustomStringConvertible {
    /// `HOST:PORT`, as the operator gave it.
    public let server: String
    public let pin: PublicKeyPin
    public let secret: [UInt8]

    private static let prefix = "tickwire://join/"
    /// 128 random bits, which cannot be guessed.
    public static let secretBytes = 16

    public init(server: String, pin: PublicKeyPin, secret: [UInt8]) {
        (self.server, self.pin, self.secret) = (server, pin, secret)
    }

    /// - Throws: `InvitationLinkFault`
    public init(_ text: String) throws(InvitationLinkFault) {
        guard text.hasPrefix(Self.prefix) else { throw .notAnInvitation }
        let parts = text.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 4, let pin = Self.pin(parts[1]), let secret = Self.decode(parts[2]),
            secret.count == Self.secretBytes, parts[3] == Self.check(of: parts.dropLast().joined(separator: "/"))
        else { throw .damaged }
        self.init(server: parts[0], pin: pin, secret: secret)
    }

    public var description: String {
        let body = "\(server)/\(Self.encode(pin.bytes))/\(Self.encode(secret))"
        return "\(Self.prefix)\(body)/\(Self.check(of: body))"
    }

    private static func pin(_ text: String) -> PublicKeyPin? {
        guard let digest = decode(text), digest.count == SHA256.byteCount else { return nil }
        return PublicKeyPin(digest: digest)
    }

    private static func check(of text: String) -> String { encode(Array(SHA256.hash(Array(text.utf8)).prefix(6))) }

    private static func encode(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes).filter { $0 != "=" }.replacing("+", with: "-").replacing("/", with: "_")
    }

    private static func decode(_ text: String) -> [UInt8]? {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let bytes = Base64.decode(standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
        // Accept only one spelling.
        return bytes.flatMap { encode($0) == text ? $0 : nil }
    }
}

/// Why a link is not a valid invitation. The words do not repeat the text: it may hold the secret, as a link between quotation
/// marks does.
public enum InvitationLinkFault: Error, Equatable, Sendable, CustomStringConvertible {
    case notAnInvitation
    case damaged

    public var description: String {
        switch self {
        case .notAnInvitation: "that is not an invitation; invitations begin with tickwire://join/"
        case .damaged: "the invitation is cut off or mistyped; copy the whole link"
        }
    }
}
