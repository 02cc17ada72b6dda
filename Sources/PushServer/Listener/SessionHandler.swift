internal import Logging
internal import NIOCore
internal import Shared

/// A connection on its event loop: turns bytes into frames, and does what the session's rules say.
final class SessionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What all sessions share: one object, for it would be half a kilobyte in each of them.
    final class Surroundings: Sendable {
        let limits: SessionLimits
        let accounts: Accounts
        let users: Mailbox<UserHub.Event>
        let connectedDevices: @Sendable (AccountID) async -> Set<DeviceID>
        let candles: Mailbox<CandleHub.Event>
        let details: CoinDetails
        let icons: CoinIcons
        let greeting: Greeting
        let logger: Logger

        init(
            limits: SessionLimits,
            accounts: Accounts,
            users: Mailbox<UserHub.Event>,
            connectedDevices: @escaping @Sendable (AccountID) async -> Set<DeviceID>,
            candles: Mailbox<CandleHub.Event>,
            details: CoinDetails,
            icons: CoinIcons,
            greeting: Greeting,
            logger: Logger
        ) {
            (self.limits, self.accounts, self.users) = (limits, accounts, users)
            self.connectedDevices = connectedDevices
            (self.candles, self.details, self.icons) = (candles, details, icons)
            (self.greeting, self.logger) = (greeting, logger)
        }
    }

    // What each delivery needs stands together.
    let shard: Shard
    /// The handler between this one and the socket.
    let tls: TLSHandler
    var flow = MarketFlow(.none)
    /// Kept by the shard.
    var shardIndex = 0

    let surroundings: Surroundings
    let address: String
    var session: Session
    var reader: FrameReader
    private(set) var isWelcomed = false
    private var pace: SessionPace
    private let book: ConnectionBook
    var context: ChannelHandlerContext?
    var terminal: Terminal?
    var charts = Charts()
    var detailsUnderWay = 0
    var ordersUnderWay = 0
    var iconWishes = IconWishes()
    var pongs = Pongs()
    /// From the hello until the welcome.
    var arrival: Arrival?
    /// What waits for a terminal that does not read: the newest state, and at most as many results as mutations may be in
    /// flight.
    var heldBack: (state: ByteBuffer?, results: [MutationResult]) = (nil, [])

    let id: TerminalID
    /// Questions about coins that a terminal may have unanswered.
    static let detailsMax = 8
    private var liveness: PeerLiveness
    private let handshakeDeadline: NIODeadline
    private let helloDeadline: NIODeadline
    private var isSecure = false
    private var refusal: Close?

    init(
        id: TerminalID,
        address: String,
        shard: Shard,
        tls: TLSHandler,
        surroundings: Surroundings,
        book: ConnectionBook,
        now: NIODeadline
    ) {
        self.id = id
        self.address = address
        self.shard = shard
        self.tls = tls
        self.surroundings = surroundings
        session = Session(limits: surroundings.limits)
        self.book = book
        reader = FrameReader(limit: surroundings.limits.helloFrameBytes)
        liveness = PeerLiveness(limits: surroundings.limits, now: now)
        pace = SessionPace(limits: surroundings.limits, now: now)
        handshakeDeadline = now + TimeAmount(surroundings.limits.handshakeTimeout)
        helloDeadline = now + TimeAmount(surroundings.limits.helloTimeout)
    }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        shard.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        shard.remove(self)
        if let terminal { surroundings.users.post(.left(terminal)) }
        // What the hub delivers to it by leads here: kept, they would keep each other for ever.
        terminal = nil
        if !charts.isEmpty { surroundings.candles.post(.left(id)) }
        if let token = arrival?.newToken { surroundings.users.post(.tokenLost(token.hash)) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSEvent.handshakeCompleted = event {
            isSecure = true
            shard.countHandshake(failed: false)
            if let refusal { close(refusal) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = NIODeadline.now()
        liveness.heard(at: now)
        reader.append(unwrapInboundIn(data))
        do throws(FrameError) {
            while !session.isClosing, let body = try reader.next() {
                let frame = try ClientFrame(frameBody: body)
                if let close = pace.received(frame, at: now) { return self.close(close) }
                perform(session.received(frame))
            }
        } catch {
            perform(session.failed(error))
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // Who does not read what we say is not listened to either: the kernel's buffers hold it, not ours.
        try? context.channel.syncOptions?.setOption(.autoRead, value: context.channel.isWritable)
        if context.channel.isWritable {
            // It reads, however slowly; its pongs may wait behind what it has not read yet.
            liveness.heard(at: .now())
            sendHeldBack()
            sendLateCharts()
            sendIcons()
        }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isSecure, error is TLSError { shard.countHandshake(failed: true) }
        surroundings.logger.debug("connection failed", metadata: metadata.merging(["error": "\(error)"]) { $1 })
        context.close(promise: nil)
    }

    // MARK: Rules

    private func perform(_ action: Session.Action) {
        switch action {
        case .nothing: break
        case .signIn(let hello): signIn(hello)
        case .settle(let mutation): terminal.map { surroundings.users.post(.mutated($0, mutation)) }
        case .answerPing(let nonce): pinged(nonce)
        case .sendSnapshot: snapshotRequested()
        case .openChart(let chart, let order): openChart(chart, order)
        case .closeChart(let chart): closeChart(chart)
        case .answerDetail(let number, let coin): detailRequested(number, of: coin)
        case .answerAccount(let number, let order): accountAsked(number, order)
        case .sendIcons(let coins): iconsRequested(coins)
        case .logOut: terminal.map { surroundings.users.post(.loggedOut($0)) }
        case .close(let close): end(with: close)
        }
    }

    func welcomed() {
        isWelcomed = true
        book.welcomed(address)
        surroundings.logger.debug("welcomed", metadata: metadata)
    }

    private var metadata: Logger.Metadata { terminal?.metadata ?? ["connection": "\(id.rawValue)"] }
    var visitor: Visitor { Visitor(connection: id, address: address) }

    func close(_ close: Close) { perform(session.close(close)) }

    /// Closes as soon as the peer can be told why.
    func refuse(_ close: Close) {
        if isSecure { self.close(close) } else { refusal = close }
    }

    func sweep(at now: NIODeadline) {
        if !isSecure, now >= min(handshakeDeadline, helloDeadline) {
            shard.countHandshake(failed: true)
            return drop()
        }
        if session.isAwaitingHello, now >= helloDeadline { return close(.noHello) }
        switch liveness.verdict(at: now) {
        case .wait: break
        case .ping: send(.ping(nonce: 0))
        case .hangUp: session.isClosing ? drop() : close(.silent)
        }
    }

    /// Closes without a word, for a peer that does not answer.
    func drop() { context?.channel.close(mode: .all, promise: nil) }

    private func end(with close: Close) {
        guard let context else { return }
        shard.count(close)
        surroundings.logger.debug("closing", metadata: metadata.merging(["code": "\(close.code.rawValue)"]) { $1 })
        send(.close(close))
        context.close(promise: nil)
    }

    func send(_ frame: ServerFrame) { send(framed: frame.framed) }

    func send(framed frame: ByteBuffer) { context?.writeAndFlush(wrapOutboundOut(frame), promise: nil) }
}

extension Close {
    fileprivate static let noHello = Close(.helloTimeout, "No hello came in time.", retryAfter: .seconds(1))
    fileprivate static let silent = Close(.silent, "Nothing was heard from this terminal.", retryAfter: .seconds(2))
}
