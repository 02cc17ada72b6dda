import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Shared

/// Many lightweight terminals in this process. They read frames, count them, and record when they arrived.
final class Crowd: Sendable {
    struct Counts: Sendable {
        var diffs = 0
        var diffBytes = 0
        var arrivals: [Arrival] = []
        var snapshots = 0
        var snapshotBytes = 0
        var closed = 0
        /// The changed rows and body bytes of each diff, if measured.
        var diffSizes: [(rows: Int, bytes: Int)] = []

        /// The time from the server's tick to the frame in the terminal, in milliseconds.
        var delays: [Double] { arrivals.map { $0.arrived - Double($0.tick) } }
    }

    /// A diff that has come to a terminal. Times are in milliseconds since 1970.
    struct Arrival: Sendable {
        /// When the server made the tick.
        var tick: UInt64
        var arrived: Double
        var isListing: Bool
    }

    private let group: MultiThreadedEventLoopGroup
    /// How many addresses the terminals use in turn: 127.0.0.1 and those after it.
    private let addresses: Int
    private let connected = NIOLockedValueBox(0)
    private let tls: TLSContext
    private let port: Int
    private let measuresDiffs: Bool
    private let counts = NIOLockedValueBox(Counts())

    /// - Parameter measuresDiffs: whether to count the rows of each diff, which takes time.
    init(port: Int, pin: PublicKeyPin, threads: Int = 1, addresses: Int = 1, measuresDiffs: Bool = false) throws {
        group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        self.addresses = addresses
        self.measuresDiffs = measuresDiffs
        tls = try TLSContext.client(trust: .pin(pin), alpn: ProtocolVersion.alpn)
        self.port = port
    }

    var seen: Counts { counts.withLockedValue { $0 } }
    func reset() { counts.withLockedValue { $0 = Counts() } }
    func stop() async throws { try await group.shutdownGracefully() }

    /// Logs in with the password, and returns the token for all terminals.
    func token(of user: String = ServerProcess.user(0)) async throws -> [UInt8] {
        let promise = group.next().makePromise(of: [UInt8].self)
        let channel = try await connect(
            credentials: .password(name: user, password: ServerProcess.password),
            token: promise
        )
        let token = try await promise.futureResult.get()
        try await channel.close()
        return token
    }

    /// Connects `count` terminals and waits until each has its snapshot.
    /// - Parameter already: how many terminals already have theirs.
    func connect(_ count: Int, token: [UInt8], already: Int = 0) async throws {
        for _ in 0..<count { _ = try await connect(credentials: .token(token), token: nil) }
        while seen.snapshots < already + count { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Connects `count` terminals that read only their snapshot.
    func connectStalled(_ count: Int, token: [UInt8]) async throws {
        let before = seen.snapshots
        for _ in 0..<count { _ = try await connect(credentials: .token(token), token: nil, isStalling: true) }
        while seen.snapshots < before + count { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Passes on every frame of one terminal.
    func follow(token: [UInt8], _ frames: @escaping @Sendable (ServerFrame) -> Void) async throws -> any Channel {
        try await connect(
            LightTerminal(
                hello: Self.hello(.token(token)),
                counts: counts,
                token: nil,
                measuresDiffs: false,
                isStalling: false,
                follow: frames
            )
        )
    }

    /// Connects `count` terminals all at once, and waits until each has its snapshot or was refused.
    func storm(_ count: Int, token: [UInt8]) async throws {
        await withDiscardingTaskGroup { group in
            for _ in 0..<count {
                group.addTask { [self] in _ = try? await connect(credentials: .token(token), token: nil) }
            }
        }
        while seen.snapshots + seen.closed < count { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Opens a chart again and again.
    /// - Returns: how long each took to be complete, in milliseconds.
    func chartTimes(_ request: ChartRequest, rounds: Int, token: [UInt8]) async throws -> [Double] {
        let done = group.next().makePromise(of: [Double].self)
        let asker = ChartAsker(request: request, rounds: rounds, done: done)
        let channel = try await connect(Talker(Self.hello(.token(token)), asker))
        let times = try await done.futureResult.get()
        try await channel.close()
        return times
    }

    /// Connects one terminal, and measures from the first packet until it has the market.
    func arrive(token: [UInt8], resume: MarketPosition?) async throws -> Arriver.Arrival {
        let done = group.next().makePromise(of: Arriver.Arrival.self)
        var hello = Self.hello(.token(token))
        hello.resume = resume
        let channel = try await connect(Talker(hello, Arriver(done: done)))
        let arrival = try await done.futureResult.get()
        try await channel.close()
        return arrival
    }

    /// Gives each user a table of the same size.
    func fill(favorites: Int, removed: Int, tokens: [[UInt8]]) async throws {
        if favorites + removed == 0 { return }
        for token in tokens {
            let done = group.next().makePromise(of: Void.self)
            var hello = Self.hello(.token(token))
            hello.withoutMarket = true
            let channel = try await connect(Talker(hello, Filler(favorites: favorites, removed: removed, done: done)))
            try await done.futureResult.get()
            try await channel.close()
        }
    }

    /// Runs terminals that change a setting as often as they can.
    /// - Parameter tokens: the tokens of the users to whom the terminals belong.
    /// - Returns: how long each change took, in milliseconds.
    func mutate(terminals: Int, changes: Int, tokens: [[UInt8]]) async throws -> [Double] {
        var all: [EventLoopFuture<[Double]>] = []
        for terminal in 0..<terminals {
            let done = group.next().makePromise(of: [Double].self)
            var hello = Self.hello(.token(tokens[terminal % tokens.count]))
            hello.withoutMarket = true
            _ = try await connect(Talker(hello, Mutator(changes: changes, done: done)))
            all.append(done.futureResult)
        }
        return try await EventLoopFuture.whenAllSucceed(all, on: group.next()).get().flatMap { $0 }
    }

    private func connect(
        credentials: Hello.Credentials,
        token: EventLoopPromise<[UInt8]>?,
        isStalling: Bool = false
    ) async throws -> any Channel {
        try await connect(
            LightTerminal(
                hello: Self.hello(credentials),
                counts: counts,
                token: token,
                measuresDiffs: measuresDiffs,
                isStalling: isStalling
            )
        )
    }

    private static func hello(_ credentials: Hello.Credentials) -> Hello {
        var generator = SystemRandomNumberGenerator()
        return Hello(
            clientName: "bench",
            clientVersion: "1",
            deviceName: "bench",
            clientID: .random(using: &generator),
            credentials: credentials
        )
    }

    private func connect(_ handler: some ChannelInboundHandler & Sendable) async throws -> any Channel {
        let number = connected.withLockedValue { number in
            defer { number += 1 }
            return number % addresses
        }
        return try await ClientBootstrap(group: group)
            .bind(to: try SocketAddress(ipAddress: "127.0.0.\(number + 1)", port: 0))
            .channelInitializer { [tls, port] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        try TLSHandler(client: tls, host: "127.0.0.1", port: port), handler,
                    ])
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }
}

/// A terminal that sends a Hello and then reads. It is Sendable because only its event loop uses its state.
private final class LightTerminal: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let hello: Hello
    private let counts: NIOLockedValueBox<Crowd.Counts>
    private let token: EventLoopPromise<[UInt8]>?
    private let measuresDiffs: Bool
    private let isStalling: Bool
    private let follow: (@Sendable (ServerFrame) -> Void)?
    private var reader = FrameReader(limit: SessionLimits().serverFrameBytes)
    /// Whether the next diff completes a snapshot.
    private var awaitsDiff = false

    init(
        hello: Hello,
        counts: NIOLockedValueBox<Crowd.Counts>,
        token: EventLoopPromise<[UInt8]>?,
        measuresDiffs: Bool,
        isStalling: Bool,
        follow: (@Sendable (ServerFrame) -> Void)? = nil
    ) {
        self.follow = follow
        (self.measuresDiffs, self.isStalling) = (measuresDiffs, isStalling)
        self.hello = hello
        self.counts = counts
        self.token = token
    }

    func channelActive(context: ChannelHandlerContext) { send(.hello(hello), context: context) }

    /// Stops reading, with a small window that fills soon.
    private func stall(_ channel: any Channel) {
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        try? channel.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: 4096)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let arrived = Date().timeIntervalSince1970 * 1000
        reader.append(unwrapInboundIn(data))
        while let body = try? reader.next() {
            if !needsRows, let frame = FrameGlance(frameBody: body) {
                count(frame, bytes: body.readableBytes, arrived: arrived, context.channel)
                continue
            }
            guard let frame = try? ServerFrame(frameBody: body) else { continue }
            receive(frame, bytes: body.readableBytes, arrived: arrived, context: context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { counts.withLockedValue { $0.closed += 1 } }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        token?.fail(BenchError.closed("\(error)"))
        context.close(promise: nil)
    }

    private func receive(_ frame: ServerFrame, bytes: Int, arrived: Double, context: ChannelHandlerContext) {
        follow?(frame)
        switch frame {
        case .welcome(let welcome): token?.succeed(welcome.token ?? [])
        case .ping(let nonce): send(.pong(nonce: nonce), context: context)
        case .snapshotPart(let part):
            let glance = FrameGlance.snapshotPart(isLast: part.isLast, diffFollows: part.diffFollows)
            count(glance, bytes: bytes, arrived: arrived, context.channel)
        case .marketDiff(let diff):
            if measuresDiffs {
                let size = (diff.changes.rows.count, bytes)
                counts.withLockedValue { $0.diffSizes.append(size) }
            }
            let time = UInt64(diff.time.milliseconds)
            let isListing = !diff.changes.trends.rows.isEmpty
            count(.diff(time: time, isListing: isListing), bytes: bytes, arrived: arrived, context.channel)
        default: break
        }
    }

    private var needsRows: Bool { measuresDiffs || follow != nil }

    private func count(_ frame: FrameGlance, bytes: Int, arrived: Double, _ channel: any Channel) {
        let isWhole = counts.withLockedValue { counts in
            switch frame {
            case .snapshotPart(let isLast, let diffFollows):
                awaitsDiff = diffFollows
                counts.snapshotBytes += bytes
                return isLast && !diffFollows
            case .diff where awaitsDiff:
                // It completes a snapshot, and is no tick.
                awaitsDiff = false
                counts.snapshotBytes += bytes
                return true
            case .diff(let tick, let isListing):
                counts.diffs += 1
                counts.diffBytes += bytes
                counts.arrivals.append(Crowd.Arrival(tick: tick, arrived: arrived, isListing: isListing))
                return false
            }
        }
        guard isWhole else { return }
        if isStalling { stall(channel) }
        counts.withLockedValue { $0.snapshots += 1 }
    }

    private func send(_ frame: ClientFrame, context: ChannelHandlerContext) {
        var buffer = ByteBuffer()
        frame.write(into: &buffer)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }
}
