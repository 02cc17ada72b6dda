internal import Shared

/// How far a connection has come, from the TLS handshake to its end.
enum ConnectionPhase {
    case handshaking
    /// Closes as soon as the handshake is over, because only then can the server tell the client why.
    indirect case refused(Close)
    case awaitingHello
    /// The server checks the credentials, then reads the user's state.
    indirect case signingIn(Arrival)
    case open
    /// The device is being signed out. Later frames are ignored.
    case loggingOut
    case closing
    /// The socket is closed.
    case ended

    /// The state between Hello and Welcome.
    struct Arrival {
        let hello: Hello
        /// The version of the protocol.
        let version: UInt32
        var signIn: Accounts.SignIn?
    }
}
