internal import Logging
internal import NIOCore
internal import Shared

/// A connection on its event loop: turns bytes into frames, does what the session's rules say, and sends the market.
final class SessionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What all sessions share.
    struct Surroundings: Sendable {
        let limits: SessionLimits
        let helloTimeout: TimeAmount
        let accounts: Accounts
        let users: Mailbox<UserHub.Event>
        let welcome: @Sendable (_ account: Account, _ token: AccessToken?, _ lastMutation: UInt64) -> Welcome
        let epoch: MarketEpoch
        let logger: Logger
    }

    /// Kept by the shard.
    var shardIndex = 0

    private let surroundings: Surroundings
    private let shard: Shard
    private let id: TerminalID
    private var session: Session
    private var reader: FrameReader
    private var liveness: PeerLiveness
    private let helloDeadline: NIODeadline
    private var flow = MarketFlow(.none)
    private var context: ChannelHandlerContext?
    private var terminal: Terminal?
    private var hello: Hello?
    private var newToken: AccessToken?
    /// What waits for a terminal that does not read: the newest state, and at most as many results as mutations may be in
    /// flight.
    private var heldBack: (state: UserState?, results: [MutationResult]) = (nil, [])

    init(id: TerminalID, shard: Shard, surroundings: Surroundings, now: NIODeadline) {
        self.id = id
        self.shard = shard
        self.surroundings = surroundings
        session = Session(limits: surroundings.limits)
        reader = FrameReader(limit: SessionLimits.helloFrameBytes)
        liveness = PeerLiveness(limits: surroundings.limits, now: now)
        helloDeadline = now + surroundings.helloTimeout
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
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        liveness.heard(at: .now())
        reader.append(unwrapInboundIn(data))
        do throws(FrameError) {
            while !session.isClosing, let body = try reader.next() {
                perform(session.received(try ClientFrame(frameBody: body)))
            }
        } catch {
            perform(session.failed(error))
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // Who does not read what we say is not listened to either: the kernel's buffers hold it, not ours.
        try? context.channel.syncOptions?.setOption(.autoRead, value: context.channel.isWritable)
        if context.channel.isWritable { sendHeldBack() }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        surroundings.logger.debug("connection failed", metadata: ["error": "\(error)"])
        context.close(promise: nil)
    }

    // MARK: Rules

    private func perform(_ action: Session.Action) {
        switch action {
        case .nothing: break
        case .signIn(let hello): signIn(hello)
        case .settle(let mutation): terminal.map { surroundings.users.post(.mutated($0, mutation)) }
        case .send(let frame): send(frame)
        case .sendSnapshot:
            shard.countHashMismatch()
            flow.restartWithSnapshot(sequence: shard.market.sequence)
            marketMoved()
        case .logOut: terminal.map { surroundings.users.post(.loggedOut($0)) }
        case .close(let close): end(with: close)
        }
    }

    func close(_ close: Close) { perform(session.close(close)) }

    func sweep(at now: NIODeadline) {
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
        send(.close(close))
        context.close(promise: nil)
    }

    private func send(_ frame: ServerFrame) {
        context?.writeAndFlush(wrapOutboundOut(frame.framed), promise: nil)
    }

    // MARK: Signing in

    private func signIn(_ hello: Hello) {
        guard let context else { return }
        self.hello = hello
        let address = context.channel.remoteAddress?.ipAddress ?? "unknown"
        let device = String(hello.deviceName.prefix(64))
        let accounts = surroundings.accounts
        let promise = context.eventLoop.makePromise(of: Accounts.SignIn.self)
        // Unstructured: a handler has no task to be a child of. The answer finds out whether the connection still is there.
        Task {
            do throws(Close) {
                promise.succeed(
                    try await accounts.signIn(hello.credentials, device: device, address: address)
                )
            } catch {
                promise.fail(error)
            }
        }
        promise.futureResult.assumeIsolated().whenComplete { self.signedIn($0) }
    }

    private func signedIn(_ result: Result<Accounts.SignIn, any Error>) {
        guard let context, let hello, !session.isClosing else { return }
        switch result {
        case .failure(let error): close(error as? Close ?? .unavailable)
        case .success(let signIn):
            newToken = signIn.newToken
            let port = NIOLoopBound(self, eventLoop: context.eventLoop)
            let terminal = Terminal(id: id, account: signIn.account, client: hello.clientID, token: signIn.tokenHash) {
                [eventLoop = context.eventLoop] push in
                eventLoop.execute { port.value.receive(push) }
            }
            self.terminal = terminal
            surroundings.users.post(.joined(terminal))
        }
    }

    // MARK: User state

    private func receive(_ push: UserPush) {
        if session.isClosing || context == nil { return }
        switch push {
        case .joined(let state, let lastMutation): joined(state, lastMutation: lastMutation)
        case .state(let state):
            heldBack.state = state
            sendHeldBack()
        case .result(let result):
            session.answered()
            heldBack.results.append(result)
            sendHeldBack()
        case .close(let close): self.close(close)
        }
    }

    private func joined(_ state: UserState, lastMutation: UInt64) {
        guard let terminal, let hello else { return }
        session.opened()
        reader.limit = session.frameLimit
        send(.welcome(surroundings.welcome(terminal.account, newToken, lastMutation)))
        send(.userState(state))
        (newToken, self.hello) = (nil, nil)
        if hello.withoutMarket { return }
        let resume = hello.resume.flatMap { $0.epoch == surroundings.epoch ? $0.sequence : nil }
        flow = .starting(resume: resume, sequence: shard.market.sequence)
        marketMoved()
    }

    private func sendHeldBack() {
        guard let context, context.channel.isWritable else { return }
        if let state = heldBack.state { send(.userState(state)) }
        for result in heldBack.results { send(.mutationResult(result)) }
        heldBack = (nil, [])
    }

    // MARK: Market

    /// Sends the next market frame, unless one is still on its way.
    func marketMoved() {
        let (sequence, rowCount) = (shard.market.sequence, shard.market.count)
        guard let context, let frame = flow.next(sequence: sequence, rowCount: rowCount) else { return }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { result in
            self.flow.written()
            if case .success = result { self.marketMoved() }
        }
        context.writeAndFlush(wrapOutboundOut(shard.frame(frame)), promise: promise)
    }
}

extension Close {
    fileprivate static let noHello = Close(.helloTimeout, "No hello came in time.", retryAfter: .seconds(1))
    fileprivate static let silent = Close(.silent, "Nothing was heard from this terminal.", retryAfter: .seconds(2))
}
