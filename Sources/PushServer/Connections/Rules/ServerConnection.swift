internal import NIOCore
internal import Shared

/// All decisions of the server's end of a connection. Knows no sockets, clocks, tasks or hubs. Inputs are methods, and
/// their decisions go into `Actions`. Market frames are the exception: a tick asks `market` for the next frame and makes
/// no actions.
struct ServerConnection {
    // The fields that a tick reads come first.
    var market = MarketFlow(.none)

    let id: ConnectionID
    let terms: ServerTerms
    var phase = ConnectionPhase.handshaking
    private(set) var isWritable = true
    private var pongs = Pongs()
    private let began: NIODeadline
    private var liveness: PeerLiveness
    private var rates: ConnectionRates
    var user = UserDelivery()
    var charts = ConnectionCharts()
    var iconRequests = IconRequests()
    var weeks = ConnectionWeeks()
    var requests = PendingRequests()
    var exchangeRates = RateDelivery.unwanted
    /// Whether the client is a node that follows this one.
    var isNode = false
    /// How many seconds in a row the client has been ahead of the market here.
    private var secondsAhead: UInt8 = 0
    /// How long a client waits for a market that is behind it.
    static let secondsAheadMax: UInt8 = 5
    static let deviceNameBytesMax = 64

    init(id: ConnectionID, terms: ServerTerms, now: NIODeadline) {
        (self.id, self.terms, began) = (id, terms, now)
        liveness = PeerLiveness(limits: terms.limits, now: now)
        rates = ConnectionRates(limits: terms.limits, now: now)
    }

    // MARK: Outputs

    /// The largest frame that the client may send now. A stranger may send only small ones.
    var frameLimit: Int {
        if case .open = phase { terms.limits.clientFrameBytes } else { terms.limits.helloFrameBytes }
    }

    /// Whether the server reads the client's frames.
    var isListening: Bool {
        switch phase {
        case .loggingOut, .closing, .ended: false
        case .handshaking, .refused, .awaitingHello, .signingIn, .open: true
        }
    }

    /// Whether the TLS handshake is under way.
    var isHandshaking: Bool {
        switch phase {
        case .handshaking, .refused: true
        default: false
        }
    }

    // MARK: Coming and going

    /// The TLS handshake is over.
    mutating func secured(into actions: inout Actions) {
        actions.append(.count(.handshake(failed: false)), for: id)
        switch phase {
        case .handshaking: phase = .awaitingHello
        case .refused(let close): self.close(close, into: &actions)
        default: break
        }
    }

    /// Closes as soon as the client can be told the reason.
    mutating func refuse(_ close: Close, into actions: inout Actions) {
        if case .handshaking = phase { phase = .refused(close) } else { self.close(close, into: &actions) }
    }

    mutating func close(_ close: Close, into actions: inout Actions) {
        switch phase {
        case .closing, .ended: return
        case .signingIn(let arrival): takeBackToken(of: arrival.signIn, into: &actions)
        default: break
        }
        phase = .closing
        // It would not hear that the market here is replaced.
        market = MarketFlow(.none)
        actions.append(.close(close), for: id)
    }

    /// The socket is closed.
    mutating func ended(into actions: inout Actions) {
        if case .signingIn(let arrival) = phase { takeBackToken(of: arrival.signIn, into: &actions) }
        phase = .ended
        if user.hasJoined { actions.append(.ask(.leave), for: id) }
        if isNode { actions.append(.ask(.node(.left)), for: id) }
        if weeks.request != nil { actions.append(.ask(.showWeeks(WeekRequest([]))), for: id) }
        if !charts.isEmpty { actions.append(.ask(.closeAllCharts), for: id) }
        actions.append(.forget, for: id)
    }

    /// Call this about once a second.
    /// - Parameter sequence: where the market stands here.
    mutating func timePassed(to now: NIODeadline, sequence: UInt64, into actions: inout Actions) {
        let limits = terms.limits
        switch phase {
        case .handshaking, .refused:
            guard now >= began + TimeAmount(min(limits.handshakeTimeout, limits.helloTimeout)) else { return }
            actions.append(.count(.handshake(failed: true)), for: id)
            return actions.append(.drop, for: id)
        case .awaitingHello where now >= began + TimeAmount(limits.helloTimeout):
            return close(.noHello, into: &actions)
        default:
            checkLife(at: now, into: &actions)
            checkLead(over: sequence, into: &actions)
        }
    }

    /// Within an epoch no client's prices go back. If the market here does not reach the client, another node has to
    /// serve it.
    private mutating func checkLead(over sequence: UInt64, into actions: inout Actions) {
        guard isBeingServed, market.isAhead(of: sequence) else { return secondsAhead = 0 }
        secondsAhead += 1
        if secondsAhead > Self.secondsAheadMax { close(.behind, into: &actions) }
    }

    private mutating func checkLife(at now: NIODeadline, into actions: inout Actions) {
        switch (liveness.verdict(at: now), phase) {
        case (.wait, _), (.ping, .closing), (_, .ended): break
        case (.ping, _): actions.append(.send(.ping(nonce: 0)), for: id)
        case (.hangUp, .closing): actions.append(.drop, for: id)
        case (.hangUp, _): close(.silent, into: &actions)
        }
    }

    // MARK: Frames

    /// - Parameter isListed: whether the market contains a coin.
    mutating func received(
        _ frame: ClientFrame,
        at now: NIODeadline,
        into actions: inout Actions,
        isListed: (CoinID) -> Bool
    ) {
        guard isListening else { return }
        liveness.heard(at: now)
        if !isNode, let close = rates.received(frame, at: now) { return self.close(close, into: &actions) }
        switch (frame, phase) {
        case (.unknown, _), (.pong, _): break
        case (.ping(let nonce), _): pongs.pinged(nonce).map { actions.append(.sendPong(nonce: $0), for: id) }
        case (.hello(let hello), .awaitingHello): greet(hello, into: &actions)
        case (_, .open) where !frame.isAllowed(fromNode: isNode):
            close(.outOfPlace(frame.name), into: &actions)
        case (_, .open): serve(frame, into: &actions, isListed: isListed)
        default: close(.outOfPlace(frame.name), into: &actions)
        }
    }

    /// The bytes are not a frame, and nothing can be read after them.
    mutating func received(_ error: FrameError, into actions: inout Actions) {
        if isListening { close(Close(error.closeCode, error.description), into: &actions) }
    }

    private mutating func greet(_ hello: Hello, into actions: inout Actions) {
        guard let version = ProtocolVersion.newest(of: terms.protocols, and: hello.protocols) else {
            return close(.unsupportedVersion(own: terms.protocols, offered: hello.protocols), into: &actions)
        }
        var hello = hello
        hello.deviceName = hello.deviceName.prefix(bytes: Self.deviceNameBytesMax)
        phase = .signingIn(ConnectionPhase.Arrival(hello: hello, version: version))
        if case .node(let secret, let term) = hello.credentials {
            actions.append(.ask(.signInNode(secret: secret, term: term)), for: id)
        } else {
            actions.append(.ask(.signIn(hello)), for: id)
        }
    }

    private mutating func serve(
        _ frame: ClientFrame,
        into actions: inout Actions,
        isListed: (CoinID) -> Bool
    ) {
        switch frame {
        case .mutation(let mutation): settle(mutation, into: &actions)
        case .snapshotRequest: restartMarket(into: &actions)
        case .userTableRequest: wantTable(into: &actions)
        case .openChart(let chart, let request): open(chart, request, into: &actions)
        case .openUnknownChart(let chart, let interval): refuse(chart, interval: interval, into: &actions)
        case .closeChart(let chart): close(chart, into: &actions)
        case .detailRequest(let number, let coin): answerDetail(number, coin, isListed(coin), into: &actions)
        case .accountRequest(let number, let request): answerAccount(number, request, into: &actions)
        case .iconRequest(let coins): want(iconsOf: coins, into: &actions, isListed: isListed)
        case .weekRequest(let request): show(request, into: &actions)
        case .dayRatesRequest(let number, let request): answerDayRates(number, request, into: &actions)
        case .logout:
            phase = .loggingOut
            actions.append(.ask(.logOut), for: id)
        case .hint(let hint): actions.append(.ask(.node(.hint(hint))), for: id)
        case .followedUsers(let users): actions.append(.ask(.node(.follows(users))), for: id)
        case .hello: close(.outOfPlace(frame.name), into: &actions)
        case .ping, .pong, .unknown: break
        }
    }

    // MARK: Hubs

    mutating func received(_ delivery: Delivery, into actions: inout Actions) {
        switch delivery {
        case .signedIn(let result): signedIn(result, into: &actions)
        case .nodeSignedIn(let result): nodeSignedIn(result, into: &actions)
        case .account(let number, let answer, let device):
            accountAnswered(number, answer, signsOut: device, into: &actions)
        case _ where !isBeingServed: break
        case .user(let push): received(push, into: &actions)
        case .chart(let chart, let push, let subscription):
            received(push, for: chart, subscription: subscription, into: &actions)
        case .detail(let number, let detail):
            requests.details -= 1
            actions.append(.send(.detail(number: number, detail)), for: id)
        case .dayRates(let number, let rates):
            requests.dayRates -= 1
            actions.append(.send(.dayRates(number: number, rates)), for: id)
        case .icon(let coin, let icon): iconCame(icon, of: coin, into: &actions)
        case .weeks(let weeks, let hour): weeksCame(weeks, open: hour, into: &actions)
        // A node that does not read loses nothing, because an old beat has no meaning.
        case .beat(let beat): if isWritable { actions.append(.send(.beat(beat)), for: id) }
        case .hint(let hint): if isWritable { actions.append(.send(.hint(hint)), for: id) }
        }
    }

    /// Whether the client gets answers. A client that logs out still does.
    var isBeingServed: Bool {
        switch phase {
        case .signingIn, .open, .loggingOut: true
        case .handshaking, .refused, .awaitingHello, .closing, .ended: false
        }
    }

    // MARK: The socket

    mutating func writabilityChanged(to isWritable: Bool, at now: NIODeadline, into actions: inout Actions) {
        self.isWritable = isWritable
        // The server does not read from a client that does not read. Its bytes stay in the kernel's buffers.
        actions.append(.setReading(isWritable), for: id)
        guard isWritable else { return }
        // The client reads, however slowly. Its Pongs may wait behind bytes that it has not read yet.
        liveness.heard(at: now)
        guard isBeingServed else { return }
        sendHeldBack(into: &actions)
        reopenLateCharts(into: &actions)
        fetchIcons(into: &actions)
        askForLateWeeks(into: &actions)
        if exchangeRates == .late { sendRates(into: &actions) }
    }

    mutating func pongWritten(into actions: inout Actions) {
        pongs.written().map { actions.append(.sendPong(nonce: $0), for: id) }
    }
}

extension ClientFrame {
    /// Whether a node that follows this one may send it, or else a user's terminal.
    fileprivate func isAllowed(fromNode isNode: Bool) -> Bool {
        switch self {
        case .hint, .followedUsers: isNode
        case .hello, .mutation, .userTableRequest, .logout, .accountRequest: !isNode
        case .snapshotRequest, .openChart, .openUnknownChart, .closeChart, .detailRequest, .iconRequest, .weekRequest,
            .dayRatesRequest, .ping, .pong, .unknown:
            true
        }
    }

    fileprivate var name: String {
        switch self {
        case .hello: "hello"
        case .mutation: "mutation"
        case .ping: "ping"
        case .pong: "pong"
        case .snapshotRequest: "snapshot request"
        case .userTableRequest: "request for the user's table"
        case .logout: "logout"
        case .openChart, .openUnknownChart, .closeChart: "chart"
        case .detailRequest: "detail request"
        case .accountRequest: "account request"
        case .iconRequest: "icon request"
        case .weekRequest: "week request"
        case .dayRatesRequest: "request for rates"
        case .hint, .followedUsers: "frame of a node"
        case .unknown: "frame"
        }
    }
}
