package import NIOCore
internal import Observation
package import Shared

/// The terminal's link to its server: it connects, returns after a loss, and feeds the replicas.
@MainActor
@Observable
package final class ServerLink: ReplicaHolder {
    package enum State: Equatable, Sendable {
        case connecting
        case live
        /// The link tries again by itself.
        case waiting(until: ContinuousClock.Instant, after: ConnectionError)
        /// The link does nothing more until the user acts.
        case stopped(ConnectionError)
    }

    // MARK: Outputs
    package private(set) var state = State.connecting
    package private(set) var userName: String?
    /// The node that the link is connected to, or tries next.
    package var node: ServerAddress.Node { target.address.nodes[connection.node] }
    /// The nodes that were passed over because of what they showed, until the user has seen it.
    package private(set) var refusedNodes: [RefusedNode] = []
    /// Whether the user has asked to sign this terminal out. A lost connection does not change that.
    package private(set) var isLoggingOut = false
    /// How far the server's clock is ahead of this machine's.
    package private(set) var clockOffset = Duration.zero
    /// The time by the server's clock.
    package var serverTime: MarketTime { MarketTime.now.adding(clockOffset) }
    package let market: MarketReplica
    package let user: UserReplica
    package let charts: OpenCharts
    package let account = OwnAccount()
    package let icons = IconModel()
    package let weeks: WeekReplica
    package let rates: RateReplica
    /// Sees every frame after the replicas have taken it.
    @ObservationIgnored package var observer: ((ServerFrame) -> Void)?
    /// Is called with the token of a login with a password.
    @ObservationIgnored package var tokenArrived: (([UInt8]) -> Void)?
    /// Is called with the tokens that later replace it.
    @ObservationIgnored package var tokenRenewed: ((_ old: [UInt8], _ new: [UInt8]) -> Void)?
    /// Returns a newer token that another process may have stored; nil if there is none. Called before each connection
    /// with a token.
    @ObservationIgnored package var storedToken: (() -> [UInt8]?)?

    @ObservationIgnored let target: Target
    @ObservationIgnored private let group: any EventLoopGroup
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var connection: ClientConnection
    @ObservationIgnored private var actions = ClientActions()
    @ObservationIgnored private var isPerforming = false
    /// The Close with which the connection should end; the inner nil: connect again at once.
    @ObservationIgnored private var ending: Close??
    @ObservationIgnored private var outbox: AsyncStream<ClientFrame>.Continuation?
    @ObservationIgnored private var pause: Task<Void, Never>?
    @ObservationIgnored private var resend: Task<Void, Never>?

    /// - Parameter cached: the server's data that an earlier process had, besides `market`.
    package init(
        target: Target,
        group: any EventLoopGroup,
        market: MarketReplica,
        user: UserReplica,
        cached: ReplicaCache? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.target = target
        self.group = group
        self.market = market
        self.user = user
        charts = OpenCharts(pace: market.pace, cached: cached?.charts ?? [])
        weeks = WeekReplica(cached?.weeks)
        rates = RateReplica(cached?.rates)
        clockOffset = cached?.clockOffset ?? .zero
        self.clock = clock
        connection = ClientConnection(
            credentials: target.credentials,
            deviceName: target.deviceName,
            withoutMarket: target.withoutMarket,
            isReadOnly: target.isReadOnly,
            nodeCount: target.address.nodes.count
        )
    }

    /// The token that the link signs in with, once there is one.
    package var token: [UInt8]? { connection.token }

    // MARK: Inputs

    /// Keeps the terminal connected until the calling task is cancelled.
    /// - Returns: why it stopped, if the user has to act; nil if it was cancelled.
    package func run() async -> ConnectionError? {
        let transport: ServerChannel.Transport
        do throws(TLSError) {
            transport = try target.transport()
        } catch {
            return stop(.insecure(error))
        }
        while !Task.isCancelled {
            state = .connecting
            do throws(ConnectionError) {
                try await connectOnce(over: transport)
            } catch {
                if Task.isCancelled { break }
                let (node, error) = (node, connection.failed(error))
                let isNewRefusal = connection.isNewRefusal(error)
                guard let wait = connection.wait(after: error, jitter: .random(in: 0...1)) else { return stop(error) }
                if isNewRefusal { refusedNodes.append(RefusedNode(node: node, error: error)) }
                // With several nodes, it is the next one's turn at once.
                if wait > .zero { await pause(for: wait, after: error) }
            }
        }
        return nil
    }

    /// The user has seen the first of the refused nodes.
    package func refusalSeen() { if !refusedNodes.isEmpty { refusedNodes.removeFirst() } }

    /// Tries again now, without waiting any longer.
    package func retryRequested() { pause?.cancel() }

    /// Revokes this terminal's token on the server, which then closes the connection.
    package func logOutRequested() {
        isLoggingOut = true
        decide { $0.logOutRequested(into: &$1) }
    }

    // MARK: One connection

    private func connectOnce(over transport: ServerChannel.Transport) async throws(ConnectionError) {
        let channel = try await ServerChannel.open(
            to: node,
            over: transport,
            within: TimeAmount(connection.connectTime),
            group: group
        )
        defer { disconnected() }
        do throws(ConnectionError) {
            try await exchange(over: channel)
        } catch {
            throw error == .silent && connection.isAwaitingWelcome ? target.muteness : error
        }
    }

    private func exchange(over channel: ServerChannel) async throws(ConnectionError) {
        try await channel.use { inbound, outbound in
            let (frames, outbox) = AsyncStream.makeStream(of: ClientFrame.self)
            self.outbox = outbox
            connected()
            // Writing waits for the network, and reading must not wait for it.
            async let _ = Self.write(frames, to: outbound)
            defer { outbox.finish() }
            for try await frame in inbound {
                receive(frame)
                guard let ending else { continue }
                if let close = ending { throw ConnectionError.closed(close) }
                return
            }
            throw ConnectionError.lost
        }
    }

    func connected() {
        ending = nil
        market.connected()
        let (client, token) = (user.clientID, storedToken?())
        let (position, table) = (market.position, user.position)
        decide { $0.connected(as: client, holding: position, user: table, storedToken: token, into: &$1) }
    }

    private func disconnected() {
        connection.disconnected()
        user.disconnected()
        charts.disconnected()
        account.disconnected()
        icons.disconnected()
        weeks.disconnected()
        rates.disconnected()
        outbox = nil
        resend?.cancel()
        resend = nil
    }

    private nonisolated static func write(
        _ frames: AsyncStream<ClientFrame>,
        to outbound: ServerChannel.Outbound
    ) async {
        for await frame in frames {
            // The reading side reports a failed write, together with the reason.
            try? await outbound.write(frame)
        }
    }

    func receive(_ frame: ServerFrame) {
        decide { $0.received(frame, into: &$1) }
        observer?(frame)
    }

    // MARK: Actions

    private func decide(_ input: (inout ClientConnection, inout ClientActions) -> Void) {
        input(&connection, &actions)
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while let action = actions.popFirst() { perform(action) }
    }

    private func perform(_ action: ClientAction) {
        switch action {
        case .send(let frame): outbox?.yield(frame)
        case .hand(let frame): hand(frame)
        case .compare(let welcome): compare(welcome)
        case .goLive(let welcome): goLive(welcome)
        case .keepToken(let token): tokenArrived?(token)
        case .renewToken(let old, let new): tokenRenewed?(old, new)
        case .wakeForResend(let time): wake(after: time)
        case .resend: user.resend()
        case .reconnect: ending = .some(nil)
        case .end(let close): ending = close
        }
    }

    private func hand(_ frame: ServerFrame) {
        switch frame {
        case .userTable(let table): replied(user.receive(table), to: nil)
        case .userDiff(let diff): recover(user.receive(diff))
        case .mutationResult(let result): replied(user.receive(result), to: nil)
        case .snapshotPart(let part): recover(market.receive(part))
        case .marketDiff(let diff): recover(market.receive(diff))
        case .newEpoch(let news): market.receive(news)
        case .candles(let chart, let batch): charts.receive(chart, batch)
        case .chartProblem(let chart, let problem): charts.receive(chart, problem)
        case .detail(let number, let result): charts.receive(number, result)
        case .accountAnswer(let number, let result): account.receive(number, result)
        case .icon(let coin, let icon): icons.receive(icon, of: coin)
        case .weeks(let news, let hour): weeks.receive(news, open: hour)
        case .rates(let news): rates.receive(news)
        case .dayRates(let number, let answer): rates.receive(number, answer)
        case .welcome, .close, .ping, .pong, .beat, .hint, .unknown: break
        }
    }

    private func compare(_ welcome: Welcome) {
        userName = welcome.userName
        clockOffset = .milliseconds(welcome.serverTime.milliseconds - MarketTime.now.milliseconds)
        replied(user.connected(welcome) { [weak self] in self?.request(.mutation($0)) }, to: welcome)
    }

    private func goLive(_ welcome: Welcome) {
        state = .live
        charts.connected(welcome.limits) { [weak self] in self?.request($0) }
        account.connected { [weak self] in self?.request($0) }
        icons.connected { [weak self] in self?.request($0) }
        weeks.connected { [weak self] in self?.request($0) }
        rates.connected { [weak self] in self?.request($0) }
    }

    private func request(_ frame: ClientFrame) { decide { $0.request(frame, into: &$1) } }

    private func replied(_ consequence: UserReplica.Consequence, to welcome: Welcome?) {
        decide { $0.userReplied(consequence, to: welcome, into: &$1) }
    }

    private func recover(_ error: MarketTableError?) {
        if error != nil { decide { $0.marketDiffers(at: market.sequence, into: &$1) } }
    }

    private func recover(_ version: UInt64?) {
        if let version { decide { $0.userDiffers(at: version, into: &$1) } }
    }

    private func wake(after time: Duration) {
        // Unstructured: no call waits for it. `resend` owns the task, and the end of the connection cancels it.
        resend = Task { [clock, weak self] in
            guard (try? await clock.sleep(for: time)) != nil else { return }
            self?.decide { $0.resendTimePassed(into: &$1) }
        }
    }

    // MARK: Between connections

    private func pause(for time: Duration, after error: ConnectionError) async {
        state = .waiting(until: .now + time, after: error)
        // Unstructured, so that `retryRequested` can end it alone. This call owns the task and waits for its end.
        let pause = Task { _ = try? await Task.sleep(for: time) }
        self.pause = pause
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        self.pause = nil
    }

    private func stop(_ error: ConnectionError) -> ConnectionError {
        state = .stopped(error)
        return error
    }
}
