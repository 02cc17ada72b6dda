internal import Shared

/// How far a connection has come, from the TLS handshake to its end.
enum ConnectionPhase {
    case handshaking
    /// Closes as soon as the handshake is over, because only then the client can be told why.
    indirect case refused(Close)
    case awaitingHello
    /// Credentials are being checked, then the user's state is being read.
    indirect case signingIn(Arrival)
    case open
    /// The device is being signed out. Frames that still come are ignored.
    case loggingOut
    case closing
    /// The socket is gone.
    case ended

    /// What is known between Hello and Welcome.
    struct Arrival {
        let hello: Hello
        /// Of the protocol.
        let version: UInt32
        var signIn: Accounts.SignIn?
    }
}
