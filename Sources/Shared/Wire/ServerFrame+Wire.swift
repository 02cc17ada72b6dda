public import NIOCore
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension ServerFrame {
    /// Writes length and message.
    public func write(into buffer: inout ByteBuffer) { wire.writeFrame(into: &buffer) }

    /// Reads a frame's body. Texts lose here what could steer the terminal that they will be shown on.
    /// - Throws: `.malformed`
    public init(frameBody: ByteBuffer) throws(FrameError) {
        switch try WireServerFrame(frameBody: frameBody).body {
        case .welcome(let welcome)?: self = .welcome(Welcome(wire: welcome))
        case .close(let close)?: self = .close(Close(wire: close))
        case .snapshotPart(let part)?: self = .snapshotPart(try MarketPart(wire: part))
        case .marketDiff(let diff)?: self = .marketDiff(try MarketDiff(wire: diff))
        case .userTable(let table)?: self = .userTable(try UserTable(wire: table))
        case .userDiff(let diff)?: self = .userDiff(UserDiff(wire: diff))
        case .mutationResult(let result)?: self = .mutationResult(MutationResult(wire: result))
        case .ping(let ping)?: self = .ping(nonce: ping.nonce)
        case .pong(let pong)?: self = .pong(nonce: pong.nonce)
        case .candles(let candles)?:
            self = .candles(ChartID(rawValue: candles.chart), try CandleBatch(wire: candles))
        case .chartProblem(let problem)?:
            self = .chartProblem(ChartID(rawValue: problem.chart), ChartProblem(wire: problem))
        case .detail(let detail)?: self = .detail(number: detail.request, CoinDetail.result(wire: detail))
        case .accountAnswer(let answer)?: self = .accountAnswer(number: answer.request, Device.result(wire: answer))
        // What is no icon is as good as none.
        case .icon(let icon)?: self = .icon(CoinID(icon.coinID), CoinIcon(png: Array(icon.png)))
        case nil: self = .unknown
        }
    }

    private var wire: WireServerFrame {
        .with { frame in
            switch self {
            case .welcome(let welcome): frame.welcome = welcome.wire
            case .close(let close): frame.close = close.wire
            case .snapshotPart(let part): frame.snapshotPart = part.wire
            case .marketDiff(let diff): frame.marketDiff = diff.wire
            case .userTable(let table): frame.userTable = table.wire
            case .userDiff(let diff): frame.userDiff = diff.wire
            case .mutationResult(let result): frame.mutationResult = result.wire
            case .ping(let nonce): frame.ping.nonce = nonce
            case .pong(let nonce): frame.pong.nonce = nonce
            case .candles(let chart, let batch): frame.candles = batch.wire(chart)
            case .chartProblem(let chart, let problem): frame.chartProblem = problem.wire(chart)
            case .detail(let number, let result): frame.detail = CoinDetail.wire(result, number: number)
            case .accountAnswer(let number, let result):
                frame.accountAnswer = Device.wire(result, number: number)
            case .icon(let coin, let icon):
                (frame.icon.coinID, frame.icon.png) = (coin.rawValue, .init(icon?.png ?? []))
            case .unknown: break
            }
        }
    }
}

extension Welcome {
    fileprivate init(wire: WireWelcome) {
        self.init(
            version: wire.protocol,
            serverVersion: wire.serverVersion.visible,
            serverTime: MarketTime(wire: wire.serverTimeMs),
            userName: wire.userName.visible,
            token: wire.token.isEmpty ? nil : Array(wire.token),
            epoch: MarketEpoch(rawValue: wire.epoch),
            lastMutation: wire.lastMutation,
            forgotten: wire.forgottenMs == 0 ? nil : MarketTime(wire: wire.forgottenMs),
            limits: SessionLimits(wire: wire.limits),
            user: UserPosition(wire: wire.user),
            offers: ServerOffers(wire: wire.offers)
        )
    }

    fileprivate var wire: WireWelcome {
        .with { wire in
            wire.protocol = version
            wire.serverVersion = serverVersion
            wire.serverTimeMs = serverTime.wire
            wire.userName = userName
            wire.token = .init(token ?? [])
            wire.epoch = epoch.rawValue
            wire.lastMutation = lastMutation
            wire.forgottenMs = forgotten?.wire ?? 0
            wire.limits = limits.wire
            wire.user = user.wire
            wire.offers = offers.wire
        }
    }
}

extension ServerOffers {
    fileprivate init(wire: WireOffers) {
        self.init(klineSources: wire.klineSources.map { KlineSource(name: $0.name.visible, title: $0.title.visible) })
    }

    fileprivate var wire: WireOffers {
        .with { wire in
            wire.klineSources = klineSources.map { source in
                .with { ($0.name, $0.title) = (source.name, source.title) }
            }
        }
    }
}

extension SessionLimits {
    fileprivate init(wire: WireLimits) {
        self.init()
        clientFrameBytes = Int(wire.clientFrameBytes)
        serverFrameBytes = Int(wire.serverFrameBytes)
        heartbeat = .milliseconds(Int64(wire.heartbeatMs))
        silence = .milliseconds(Int64(wire.silenceMs))
        records = RecordRules(wire: wire)
        mutationsInFlight = Int(wire.mutationsInFlight)
        charts = Int(wire.charts)
        candles = Int(wire.candles)
        framesPerSecond = Int(wire.framesPerSecond)
        mutationsPerSecond = Int(wire.mutationsPerSecond)
        requestsPerSecond = Int(wire.requestsPerSecond)
        connectionsPerUser = Int(wire.connectionsPerUser)
        helloFrameBytes = Int(wire.helloFrameBytes)
        helloTimeout = .milliseconds(Int64(wire.helloMs))
        connections = Int(wire.connections)
        connectionsPerAddress = Int(wire.connectionsPerAddress)
        handshakes = Int(wire.handshakes)
        handshakesPerAddress = Int(wire.handshakesPerAddress)
        handshakeTimeout = .milliseconds(Int64(wire.handshakeMs))
    }

    fileprivate var wire: WireLimits {
        .with { wire in
            wire.clientFrameBytes = UInt32(clientFrameBytes)
            wire.serverFrameBytes = UInt32(serverFrameBytes)
            wire.heartbeatMs = heartbeat.wholeMilliseconds
            wire.silenceMs = silence.wholeMilliseconds
            records.write(to: &wire)
            wire.mutationsInFlight = UInt32(mutationsInFlight)
            wire.charts = UInt32(charts)
            wire.candles = UInt32(candles)
            wire.framesPerSecond = UInt32(framesPerSecond)
            wire.mutationsPerSecond = UInt32(mutationsPerSecond)
            wire.requestsPerSecond = UInt32(requestsPerSecond)
            wire.connectionsPerUser = UInt32(connectionsPerUser)
            wire.helloFrameBytes = UInt32(helloFrameBytes)
            wire.helloMs = helloTimeout.wholeMilliseconds
            wire.connections = UInt32(connections)
            wire.connectionsPerAddress = UInt32(connectionsPerAddress)
            wire.handshakes = UInt32(handshakes)
            wire.handshakesPerAddress = UInt32(handshakesPerAddress)
            wire.handshakeMs = handshakeTimeout.wholeMilliseconds
        }
    }
}

extension Close {
    fileprivate init(wire: WireClose) {
        self.init(
            CloseCode(rawValue: wire.code),
            wire.message.visible,
            retryAfter: .milliseconds(Int64(wire.retryAfterMs))
        )
    }

    fileprivate var wire: WireClose {
        .with { wire in
            wire.code = code.rawValue
            wire.message = message
            wire.retryAfterMs = retryAfter.wholeMilliseconds
        }
    }
}

extension Duration {
    /// For the wire: whole milliseconds, held to what a UInt32 takes.
    fileprivate var wholeMilliseconds: UInt32 {
        UInt32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
