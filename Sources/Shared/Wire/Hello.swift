internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The first frame of a client.
public struct Hello: Hashable, Sendable {
    public enum Credentials: Hashable, Sendable {
        case token([UInt8])
        /// - formerToken: the last token that this device had for this user, even if it has expired. It shows the
        ///   server that this is not a stranger.
        case password(name: String, password: String, formerToken: [UInt8]? = nil)
        /// Signs in over the Unix socket of a private server. The kernel tells the server who the user is.
        case local
        /// The secret of an invitation, and the password that the user has chosen. With an empty password the server only
        /// says whether the invitation is valid (`CloseCode.passwordNeeded`).
        /// - formerToken: the last token that this device had at the server, for whichever user. If it is the invited
        ///   user's, the device stays the same one.
        case invitation(secret: [UInt8], password: String, formerToken: [UInt8]? = nil)
        /// Signs in a node that follows the server.
        /// - term: the highest term that the node has heard of.
        case node(secret: [UInt8], term: UInt32)

        /// The largest number of bytes in a password: a quarter of the default limit of a Hello, which also contains
        /// names.
        public static let passwordBytesMax = 1024
    }

    public var protocols: ClosedRange<UInt32>
    public var clientName: String
    public var clientVersion: String
    /// The name in the user's list of devices.
    public var deviceName: String
    public var clientID: ClientID
    public var credentials: Credentials
    /// The position of the market that the client holds.
    public var resume: MarketPosition?
    /// The position of the user's table that the client holds.
    public var user: UserPosition?
    public var withoutMarket: Bool

    public init(
        protocols: ClosedRange<UInt32> = ProtocolVersion.supported,
        clientName: String,
        clientVersion: String,
        deviceName: String,
        clientID: ClientID,
        credentials: Credentials,
        resume: MarketPosition? = nil,
        user: UserPosition? = nil,
        withoutMarket: Bool = false
    ) {
        self.protocols = protocols
        self.clientName = clientName
        self.clientVersion = clientVersion
        self.deviceName = deviceName
        self.clientID = clientID
        self.credentials = credentials
        self.resume = resume
        self.user = user
        self.withoutMarket = withoutMarket
    }
}

// MARK: The wire
extension Hello {
    init(wire: WireHello) throws(FrameError) {
        guard wire.protocolMin <= wire.protocolMax else {
            throw .malformed("the hello's protocol range \(wire.protocolMin) to \(wire.protocolMax) is empty")
        }
        guard let clientID = ClientID(bytes: wire.clientID) else {
            throw .malformed("the hello's client_id has \(wire.clientID.count) bytes; it must have 16")
        }
        let credentials: Credentials
        switch wire.credentials {
        case .token(let token)?: credentials = .token(Array(token))
        case .login(let login)?:
            let formerToken = login.formerToken.isEmpty ? nil : Array(login.formerToken)
            credentials = .password(name: login.name, password: login.password, formerToken: formerToken)
        case .local?: credentials = .local
        case .join(let join)?:
            let formerToken = join.formerToken.isEmpty ? nil : Array(join.formerToken)
            credentials = .invitation(
                secret: Array(join.invitation),
                password: join.password,
                formerToken: formerToken
            )
        case .node(let node)?: credentials = .node(secret: Array(node.secret), term: node.term)
        case nil: throw .malformed("the hello has neither a token nor a login")
        }
        self.init(
            protocols: wire.protocolMin...wire.protocolMax,
            clientName: wire.clientName.visible,
            clientVersion: wire.clientVersion.visible,
            deviceName: wire.deviceName.visible,
            clientID: clientID,
            credentials: credentials,
            resume: wire.hasResume ? MarketPosition(wire: wire.resume) : nil,
            user: wire.hasUser ? UserPosition(wire: wire.user) : nil,
            withoutMarket: wire.withoutMarket
        )
    }

    var wire: WireHello {
        .with { wire in
            wire.protocolMin = protocols.lowerBound
            wire.protocolMax = protocols.upperBound
            wire.clientName = clientName
            wire.clientVersion = clientVersion
            wire.deviceName = deviceName
            wire.clientID = .init(clientID.bytes)
            switch credentials {
            case .token(let token): wire.token = .init(token)
            case .password(let name, let password, let formerToken):
                wire.login.name = name
                wire.login.password = password
                wire.login.formerToken = .init(formerToken ?? [])
            case .local: wire.local = WireLocalUser()
            case .invitation(let secret, let password, let formerToken):
                wire.join.invitation = .init(secret)
                wire.join.password = password
                wire.join.formerToken = .init(formerToken ?? [])
            case .node(let secret, let term):
                wire.node.secret = .init(secret)
                wire.node.term = term
            }
            if let resume { wire.resume = resume.wire }
            if let user { wire.user = user.wire }
            wire.withoutMarket = withoutMarket
        }
    }
}

extension MarketPosition {
    init(wire: WireMarketPosition) {
        self.init(epoch: MarketEpoch(rawValue: wire.epoch), sequence: wire.sequence)
    }

    var wire: WireMarketPosition {
        .with { ($0.epoch, $0.sequence) = (epoch.rawValue, sequence) }
    }
}
