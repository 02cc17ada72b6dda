internal import Shared

/// What the client's end of a connection decides on the main actor: who says hello with which token, what may be sent when,
/// what becomes of a Welcome, of changes that the server could not store and of a market that came apart, and what follows
/// the end. The replicas hold the data; what they find out comes back as input.
///
/// Lives as long as the terminal: a connection begins with `connected` and is over with `disconnected`. Knows no sockets,
/// clocks and tasks.
struct ClientConnection {
    private enum Phase {
        case disconnected
        /// The Hello is on its way.
        case greeting
        case open
        /// The end is decided; nothing that still comes matters.
        case over
    }

    /// How long a server that could not store a change is left alone.
    static let resendInterval = Duration.seconds(1)

    private(set) var credentials: Hello.Credentials
    /// The user wants this terminal signed out. That holds until the server has heard of it, over however many connections.
    private(set) var isLoggingOut = false
    private let deviceName: String
    private let withoutMarket: Bool
    private var phase = Phase.disconnected
    private var isLive = false
    private var isResendWaiting = false
    private var backoff = Backoff(first: .milliseconds(500), longest: .seconds(30))

    init(credentials: Hello.Credentials, deviceName: String, withoutMarket: Bool = false) {
        (self.credentials, self.deviceName, self.withoutMarket) = (credentials, deviceName, withoutMarket)
    }

    /// What the terminal signs in with, once it has one.
    var token: [UInt8]? {
        if case .token(let token) = credentials { token } else { nil }
    }

    // MARK: Beginning and end

    /// - Parameters:
    ///   - position: what is held of the market.
    ///   - user: what is held of the user's table.
    ///   - storedToken: what another process may have stored meanwhile. It is of no interest before the first login.
    mutating func connected(
        as client: ClientID,
        holding position: MarketPosition?,
        user: UserPosition?,
        storedToken: [UInt8]?,
        into actions: inout ClientActions
    ) {
        phase = .greeting
        if token != nil, let storedToken { credentials = .token(storedToken) }
        let hello = Hello(
            clientName: "tickwire",
            clientVersion: ProductVersion.current,
            deviceName: deviceName,
            clientID: client,
            credentials: credentials,
            resume: position,
            user: user,
            withoutMarket: withoutMarket
        )
        actions.append(.send(.hello(hello)))
    }

    mutating func disconnected() { (phase, isLive, isResendWaiting) = (.disconnected, false, false) }

    /// - Parameter jitter: 0 to 1, at random, so that many terminals do not come back together.
    /// - Returns: when to try again; nil: not until the user has done something.
    mutating func wait(after error: ConnectionError, jitter: Double) -> Duration? {
        let own = backoff.next(jitter: jitter)
        let least = if case .closed(let close) = error { close.retryAfter } else { Duration.zero }
        return switch (error.advice, error) {
        case (.stop, _): nil
        case (.reconnect, .closed): least * jitter
        case (.reconnect, _), (.backOff, _): max(own, least)
        }
    }

    // MARK: Frames

    mutating func received(_ frame: ServerFrame, into actions: inout ClientActions) {
        switch (frame, phase) {
        case (_, .disconnected), (_, .over): break
        case (.close(let close), _):
            phase = .over
            actions.append(.end(close))
        case (.welcome(let welcome), .greeting): welcomed(welcome, into: &actions)
        case (.welcome, _), (.ping, _), (.pong, _), (.unknown, _), (_, .greeting): break
        case (_, .open): actions.append(.hand(frame))
        }
    }

    private mutating func welcomed(_ welcome: Welcome, into actions: inout ClientActions) {
        phase = .open
        backoff.reset()
        if let new = welcome.token {
            actions.append(token.map { .renewToken(old: $0, new: new) } ?? .keepToken(new))
            credentials = .token(new)
        }
        actions.append(.compare(welcome))
    }

    /// What a replica wants to ask, which waits for nothing: it asks again for what it lacks with each connection.
    mutating func request(_ frame: ClientFrame, into actions: inout ClientActions) {
        if case .open = phase { actions.append(.send(frame)) }
    }

    mutating func logOutRequested(into actions: inout ClientActions) {
        isLoggingOut = true
        if isLive { actions.append(.send(.logout)) }
    }

    // MARK: What replicas find out

    /// - Parameter welcome: nil: it is about a result.
    mutating func userReplied(
        _ consequence: UserReplica.Consequence,
        to welcome: Welcome?,
        into actions: inout ClientActions
    ) {
        guard case .open = phase else { return }
        switch consequence {
        case .nothing: break
        case .resendLater: waitForResend(into: &actions)
        case .reconnect:
            phase = .over
            return actions.append(.reconnect)
        }
        guard let welcome else { return }
        isLive = true
        actions.append(.goLive(welcome))
        if isLoggingOut { actions.append(.send(.logout)) }
    }

    /// One wait for all changes that could not be stored: sending all of them again for each answer would be a storm.
    private mutating func waitForResend(into actions: inout ClientActions) {
        if isResendWaiting { return }
        isResendWaiting = true
        actions.append(.wakeForResend(after: Self.resendInterval))
    }

    mutating func resendTimePassed(into actions: inout ClientActions) {
        guard isResendWaiting else { return }
        isResendWaiting = false
        actions.append(.resend)
    }

    /// The market that is held at `sequence` is not the server's.
    mutating func marketDiffers(at sequence: UInt64, into actions: inout ClientActions) {
        request(.snapshotRequest(sequence: sequence), into: &actions)
    }

    /// The user's table that is held at `version` is not the server's.
    mutating func userDiffers(at version: UInt64, into actions: inout ClientActions) {
        request(.userTableRequest(version: version), into: &actions)
    }
}
