internal import Shared

/// Decides everything about the client's end of a connection that concerns the main actor: which token the Hello has,
/// what may be sent when, and what follows from a Welcome, from changes that the server could not store, from a replica
/// that differs, and from the end. The replicas hold the data and report what they find out.
///
/// It lives as long as the terminal. A connection begins with `connected` and ends with `disconnected`. It knows no
/// sockets, clocks or tasks.
struct ClientConnection {
    private enum Phase {
        case disconnected
        /// The Hello has been sent and not answered.
        case awaitingWelcome
        case open
        /// The end is decided, and later frames are ignored.
        case over
    }

    /// How long to wait after a change that the server could not store.
    static let resendInterval = Duration.seconds(1)

    private(set) var credentials: Hello.Credentials
    /// Whether the user has asked to sign this terminal out. This holds over all connections until the server has done
    /// it.
    private(set) var isLoggingOut = false
    private let deviceName: String
    private let withoutMarket: Bool
    private let isReadOnly: Bool
    private var phase = Phase.disconnected
    private var isLive = false
    private var isResendWaiting = false
    private var backoff = Backoff(first: .milliseconds(500), longest: .seconds(30))
    private var rotation: NodeRotation
    /// Why the last try failed; nil after a Welcome.
    private var failure: ConnectionError?
    /// The longest wait that a node has asked for in this round of all nodes.
    private var askedWait = Duration.zero

    /// - Parameters:
    ///   - isReadOnly: whether the server must not hear of changes.
    ///   - nodeCount: how many nodes the server has.
    init(
        credentials: Hello.Credentials,
        deviceName: String,
        withoutMarket: Bool = false,
        isReadOnly: Bool = false,
        nodeCount: Int = 1
    ) {
        (self.credentials, self.deviceName) = (credentials, deviceName)
        (self.withoutMarket, self.isReadOnly) = (withoutMarket, isReadOnly)
        rotation = NodeRotation(count: nodeCount)
    }

    /// The index of the node to connect to.
    var node: Int { rotation.current }

    /// How long the node may take to accept a connection.
    var connectTime: Duration { rotation.connectTime }

    /// The token that the terminal signs in with, once there is one.
    var token: [UInt8]? {
        if case .token(let token) = credentials { token } else { nil }
    }

    // MARK: Beginning and end

    /// - Parameters:
    ///   - position: the position of the market that the terminal holds.
    ///   - user: the position of the user's table that the terminal holds.
    ///   - storedToken: the token that another process may have stored. It is ignored before the first login.
    mutating func connected(
        as client: ClientID,
        holding position: MarketPosition?,
        user: UserPosition?,
        storedToken: [UInt8]?,
        into actions: inout ClientActions
    ) {
        phase = .awaitingWelcome
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

    var isAwaitingWelcome: Bool { if case .awaitingWelcome = phase { true } else { false } }

    mutating func disconnected() { (phase, isLive, isResendWaiting) = (.disconnected, false, false) }

    /// A try has failed, or the connection has ended.
    /// - Returns: the error to show. If no node could be reached, it names them all.
    mutating func failed(_ error: ConnectionError) -> ConnectionError {
        let joined = error.joined(to: failure)
        failure = joined
        return joined
    }

    /// Whether the user must be told now that the node is not trusted.
    mutating func isNewRefusal(_ error: ConnectionError) -> Bool { error.isUntrusted && rotation.isNewRefusal() }

    /// Goes to the server's next node. A node that is not trusted is passed over, unless the terminal trusts none of them.
    /// If a node that is full or has no accounts asks for a wait, the terminal may still go to the others at once.
    /// - Parameter jitter: random, 0 to 1, so that many terminals do not return at the same time.
    /// - Returns: when to try again; nil: not before the user acts.
    mutating func wait(after error: ConnectionError, jitter: Double) -> Duration? {
        let asked = if case .closed(let close) = error { close.retryAfter } else { Duration.zero }
        if error.isOfNode { askedWait = max(askedWait, asked) }
        let next = rotation.failed(isUntrusted: error.isUntrusted, jitter: jitter)
        // After the last node of a round, the next one may be a node that has named a time.
        let named = next == nil ? askedWait : .zero
        let own = next ?? waitForNextRound(jitter: jitter)
        return switch (error.advice, error) {
        case (.stop, .insecure): rotation.mayBeTrusted ? own : nil
        case (.stop, _): nil
        case (.reconnect, .closed): next == .zero ? .zero : max(asked * jitter, named)
        case (.backOff, _) where !error.isOfNode: max(own, asked)
        case (.reconnect, _), (.backOff, _): own
        }
    }

    /// Every node has failed in turn.
    private mutating func waitForNextRound(jitter: Double) -> Duration {
        defer { askedWait = .zero }
        return max(backoff.next(jitter: jitter), askedWait)
    }

    // MARK: Frames

    mutating func received(_ frame: ServerFrame, into actions: inout ClientActions) {
        switch (frame, phase) {
        case (_, .disconnected), (_, .over): break
        case (.close(let close), _):
            phase = .over
            actions.append(.end(close))
        case (.welcome(let welcome), .awaitingWelcome): welcomed(welcome, into: &actions)
        case (.welcome, _), (.ping, _), (.pong, _), (.unknown, _), (_, .awaitingWelcome): break
        case (_, .open): actions.append(.hand(frame))
        }
    }

    private mutating func welcomed(_ welcome: Welcome, into actions: inout ClientActions) {
        phase = .open
        backoff.reset()
        rotation.welcomed()
        failure = nil
        askedWait = .zero
        if let new = welcome.token {
            actions.append(token.map { .renewToken(old: $0, new: new) } ?? .keepToken(new))
            credentials = .token(new)
        }
        actions.append(.compare(welcome))
    }

    /// Sends a replica's request. Without a connection it is dropped, because a replica requests what it lacks with
    /// each new connection. The server will not hear of a change if the link only watches, so the answer comes from here.
    mutating func request(_ frame: ClientFrame, into actions: inout ClientActions) {
        if isReadOnly, frame.isChange {
            guard case .accountRequest(let number, _) = frame else { return }
            return actions.append(.hand(.accountAnswer(number: number, .failure(AccountProblem(.watching)))))
        }
        if case .open = phase { actions.append(.send(frame)) }
    }

    mutating func logOutRequested(into actions: inout ClientActions) {
        isLoggingOut = true
        if isLive { actions.append(.send(.logout)) }
    }

    // MARK: Reports of replicas

    /// - Parameter welcome: nil if the reply is about a result.
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

    /// Waits once for all changes that could not be stored. Sending all of them again after each answer would be a
    /// storm.
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

    /// The terminal's market at `sequence` differs from the server's.
    mutating func marketDiffers(at sequence: UInt64, into actions: inout ClientActions) {
        request(.snapshotRequest(sequence: sequence), into: &actions)
    }

    /// The terminal's user table at `version` differs from the server's.
    mutating func userDiffers(at version: UInt64, into actions: inout ClientActions) {
        request(.userTableRequest(version: version), into: &actions)
    }
}

extension ClientFrame {
    /// Whether it changes what the server keeps about the user.
    fileprivate var isChange: Bool {
        switch self {
        case .mutation, .logout: true
        case .accountRequest(_, let request): request != .listDevices
        case .hello, .ping, .pong, .snapshotRequest, .userTableRequest, .openChart, .openUnknownChart, .closeChart,
            .detailRequest, .iconRequest, .weekRequest, .dayRatesRequest, .hint, .followedUsers, .unknown:
            false
        }
    }
}
