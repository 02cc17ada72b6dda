package import Shared

extension ServerLink {
    /// How to reach the server, and who signs in.
    package struct Target: Sendable {
        package var address: ServerAddress
        package var trust: TLSTrust
        /// The private server, if the address names one.
        package var local: LocalServer?
        package var credentials: Hello.Credentials
        package var deviceName: String
        package var withoutMarket = false
        /// Whether the link only watches: the user's changes are shown here, and the server never hears of them.
        package var isReadOnly = false

        package init(
            address: ServerAddress,
            trust: TLSTrust,
            credentials: Hello.Credentials,
            deviceName: String
        ) {
            self.address = address
            self.trust = trust
            self.credentials = credentials
            self.deviceName = deviceName
        }

        /// A private server, which learns from the system who its user is.
        package init(_ server: LocalServer, at address: ServerAddress, deviceName: String) {
            self.init(address: address, trust: .system, credentials: .local, deviceName: deviceName)
            local = server
        }

        /// Why nothing at all comes over a new connection, as far as this terminal can tell.
        var muteness: ConnectionError {
            guard let local, UnixSocket.look(at: local.place.socket) == .answered else { return .silent }
            return .local(.mute(path: local.place.socket))
        }

        func transport() throws(TLSError) -> ServerChannel.Transport {
            if let local { return .local(local) }
            return .tls(try TLSContext.client(trust: trust, alpn: ProtocolVersion.alpn))
        }
    }
}
