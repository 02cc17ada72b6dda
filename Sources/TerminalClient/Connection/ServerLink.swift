package import NIOCore
internal import Observation
package import Shared

/// The terminal's link to its server: connects, comes back after a loss, and feeds the replicas.
@MainActor
@Observable
package final class ServerLink {
    package enum State: Equatable, Sendable {
        case connecting
        case live
        /// The next try comes by itself.
        case waiting(until: ContinuousClock.Instant, after: ConnectionError)
        /// Nothing more happens until the user has done something.
        case stopped(ConnectionError)
    }

    /// How to reach the server, and as whom.
    package struct Target: Sendable {
        package var address: ServerAddress
        package var trust: TLSTrust
        package var credentials: Hello.Credentials
        package var deviceName: String
        package var withoutMarket = false

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
    }

    // MARK: Outputs
    package private(set) var state = State.connecting
    package private(set) var userName: String?
    /// The user wants this terminal signed out. A connection that is lost before the server has heard of it changes nothing of that.
    package private(set) var isLoggingOut = false
    /// How far the server's clock is ahead of ours.
    package private(set) var clockOffset = Duration.zero
    package let market: MarketReplica
    package let user: UserReplica
    package let charts: ChartDesk
    package let account = AccountDesk()
    package let icons = IconDesk()
    /// Sees every frame after the replicas have taken it.
    @ObservationIgnored package var observer: ((ServerFrame) -> Void)?
    /// Is given the token of a login with a password.
    @ObservationIgnored package var tokenArrived: (([UInt8]) -> Void)?
    /// Is given those that later take its place.
    @ObservationIgnored package var tokenRenewed: ((_ old: [UInt8], _ new: [UInt8]) -> Void)?
    /// Asked before each connection with a token: another process may hold a newer one. Nil: there is none.
    @ObservationIgnored package var storedToken: (() -> [UInt8]?)?

    @ObservationIgnored private(set) var target: Target
    @ObservationIgnored private let group: any EventLoopGroup
    @ObservationIgnored private var backoff = Backoff(first: .milliseconds(500), longest: .seconds(30))
    @ObservationIgnored private var outbox: AsyncStream<ClientFrame>.Continuation?
    @ObservationIgnored private var pause: Task<Void, Never>?
    @ObservationIgnored private var resend: Task<Void, Never>?
    @ObservationIgnored private let clock: any Clock<Duration>

    /// How long a server that could not store a change is left alone.
    private static let resendInterval = Duration.seconds(1)

    package init(
        target: Target,
        group: any EventLoopGroup,
        market: MarketReplica,
        user: UserReplica,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.target = target
        self.group = group
        self.market = market
        self.user = user
        charts = ChartDesk(pace: market.pace)
        self.clock = clock
    }

    /// What the link signs in with, once it has one.
    package var token: [UInt8]? {
        if case .token(let token) = target.credentials { token } else { nil }
    }

    // MARK: Inputs

    /// Keeps the terminal connected until the calling task is cancelled.
    /// - Returns: why it stopped, if that needs the user; nil if it was cancelled.
    package func run() async -> ConnectionError? {
        let tls: TLSContext
        do throws(TLSError) {
            tls = try TLSContext.client(trust: target.trust, alpn: ProtocolVersion.alpn)
        } catch {
            return stop(.insecure(error))
        }
        while !Task.isCancelled {
            state = .connecting
            do throws(ConnectionError) {
                try await connectOnce(tls)
            } catch {
                if Task.isCancelled { break }
                if error.advice == .stop { return stop(error) }
                await wait(after: error)
            }
        }
        return nil
    }

    /// Tries again now instead of at the end of the wait.
    package func retryRequested() { pause?.cancel() }

    /// Revokes this terminal's token on the server, which then closes the connection.
    package func logOutRequested() {
        isLoggingOut = true
        outbox?.yield(.logout)
    }

    // MARK: One connection

    private func connectOnce(_ tls: TLSContext) async throws(ConnectionError) {
        let connection = try await ServerConnection.open(to: target.address, tls: tls, group: group)
        defer {
            user.disconnected()
            charts.disconnected()
            account.disconnected()
            icons.disconnected()
            outbox = nil
            resend?.cancel()
            resend = nil
        }
        try await connection.use { inbound, outbound in
            let (frames, outbox) = AsyncStream.makeStream(of: ClientFrame.self)
            self.outbox = outbox
            market.connected()
            outbox.yield(.hello(hello()))
            // Writes wait for the network, reads must not wait for writes.
            async let _ = Self.write(frames, to: outbound)
            defer { outbox.finish() }
            for try await frame in inbound {
                // Another client id wants another connection, and at once.
                if try receive(frame) == .reconnect { return }
            }
            throw ConnectionError.lost
        }
    }

    private nonisolated static func write(
        _ frames: AsyncStream<ClientFrame>,
        to outbound: ServerConnection.Outbound
    ) async {
        for await frame in frames {
            // A write that fails is told by the reading side, with the reason.
            try? await outbound.write(frame)
        }
    }

    func hello() -> Hello {
        if token != nil, let newest = storedToken?() { target.credentials = .token(newest) }
        return Hello(
            clientName: "tickwire",
            clientVersion: ProductVersion.current,
            deviceName: target.deviceName,
            clientID: user.clientID,
            credentials: target.credentials,
            resume: market.position,
            withoutMarket: target.withoutMarket
        )
    }

    func receive(_ frame: ServerFrame) throws(ConnectionError) -> UserReplica.Consequence {
        defer { observer?(frame) }
        switch frame {
        case .welcome(let welcome): return welcomed(welcome)
        case .userState(let state): user.receive(state)
        case .snapshotPart(let part): recover(market.receive(part))
        case .marketDiff(let diff): recover(market.receive(diff))
        case .mutationResult(let result): return settled(result)
        case .close(let close): throw .closed(close)
        case .candles(let chart, let batch): charts.receive(chart, batch)
        case .chartProblem(let chart, let problem): charts.receive(chart, problem)
        case .detail(let number, let result): charts.receive(number, result)
        case .accountAnswer(let number, let result): account.receive(number, result)
        case .icon(let coin, let icon): icons.receive(icon, of: coin)
        case .ping, .pong, .unknown: break
        }
        return .nothing
    }

    private func welcomed(_ welcome: Welcome) -> UserReplica.Consequence {
        userName = welcome.userName
        if let token = welcome.token { signedIn(with: token) }
        clockOffset = .milliseconds(welcome.serverTime.milliseconds - MarketTime.now.milliseconds)
        let outbox = outbox
        let consequence = user.connected(welcome) { outbox?.yield(.mutation($0)) }
        backoff.reset()
        if consequence == .nothing {
            state = .live
            charts.connected(welcome.limits) { outbox?.yield($0) }
            account.connected { outbox?.yield($0) }
            icons.connected { outbox?.yield($0) }
            if isLoggingOut { outbox?.yield(.logout) }
        }
        return consequence
    }

    private func signedIn(with token: [UInt8]) {
        let old = self.token
        target.credentials = .token(token)
        if let old { tokenRenewed?(old, token) } else { tokenArrived?(token) }
    }

    private func recover(_ error: MarketTableError?) {
        if error != nil { outbox?.yield(.snapshotRequest(sequence: market.table.sequence)) }
    }

    private func settled(_ result: MutationResult) -> UserReplica.Consequence {
        let consequence = user.receive(result)
        if consequence == .resendLater { resendLater() }
        return consequence
    }

    /// One wait for all changes that could not be stored.
    private func resendLater() {
        if resend != nil { return }
        // Unstructured: the wait belongs to no call. The end of the connection cancels it.
        resend = Task { [clock, weak self] in
            guard (try? await clock.sleep(for: Self.resendInterval)) != nil else { return }
            self?.resend = nil
            self?.user.resend()
        }
    }

    // MARK: Between connections

    private func wait(after error: ConnectionError) async {
        let wait = waitingTime(after: error)
        state = .waiting(until: .now + wait, after: error)
        // Unstructured, so that `retryRequested` can end the wait without ending the link.
        let pause = Task { _ = try? await Task.sleep(for: wait) }
        self.pause = pause
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        self.pause = nil
    }

    private func waitingTime(after error: ConnectionError) -> Duration {
        let own = backoff.next(jitter: .random(in: 0...1))
        guard case .closed(let close) = error else { return own }
        return switch close.code.advice {
        case .reconnect: close.retryAfter * Double.random(in: 0...1)
        case .backOff, .stop: max(own, close.retryAfter)
        }
    }

    private func stop(_ error: ConnectionError) -> ConnectionError {
        state = .stopped(error)
        return error
    }
}
