public import NIOCore
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension ClientFrame {
    /// Writes length and message.
    public func write(into buffer: inout ByteBuffer) { wire.writeFrame(into: &buffer) }

    /// Reads a frame's body.
    /// - Throws: `.malformed`
    public init(frameBody: ByteBuffer) throws(FrameError) {
        switch try WireClientFrame(frameBody: frameBody).body {
        case .hello(let hello)?: self = .hello(try Hello(wire: hello))
        case .mutation(let mutation)?: self = .mutation(try NumberedMutation(wire: mutation))
        case .ping(let ping)?: self = .ping(nonce: ping.nonce)
        case .pong(let pong)?: self = .pong(nonce: pong.nonce)
        case .snapshotRequest(let request)?: self = .snapshotRequest(sequence: request.sequence)
        case .userTableRequest(let request)?: self = .userTableRequest(version: request.version)
        case .logout?: self = .logout
        case .openChart(let open)?: self = try .openChart(wire: open)
        case .closeChart(let close)?: self = .closeChart(ChartID(rawValue: close.chart))
        case .detailRequest(let request)?: self = .detailRequest(number: request.request, CoinID(request.coinID))
        case .accountRequest(let request)?:
            self = .accountRequest(number: request.request, AccountOrder(wire: request))
        case .iconRequest(let request)?: self = .iconRequest(request.coinIds.map { CoinID($0) })
        case nil: self = .unknown
        }
    }

    private var wire: WireClientFrame {
        .with { frame in
            switch self {
            case .hello(let hello): frame.hello = hello.wire
            case .mutation(let mutation): frame.mutation = mutation.wire
            case .ping(let nonce): frame.ping.nonce = nonce
            case .pong(let nonce): frame.pong.nonce = nonce
            case .snapshotRequest(let sequence): frame.snapshotRequest.sequence = sequence
            case .userTableRequest(let version): frame.userTableRequest.version = version
            case .logout: frame.logout = WireLogout()
            case .openChart(let chart, let order): frame.openChart = order.wire(chart)
            case .openUnknownChart(let chart, let interval):
                (frame.openChart.chart, frame.openChart.count) = (chart.rawValue, 1)
                frame.openChart.interval = WireCandleInterval(rawValue: interval) ?? .unspecified
            case .closeChart(let chart): frame.closeChart.chart = chart.rawValue
            case .detailRequest(let number, let coin):
                (frame.detailRequest.request, frame.detailRequest.coinID) = (number, coin.rawValue)
            case .accountRequest(let number, let order): frame.accountRequest = order.wire(number)
            case .iconRequest(let coins): frame.iconRequest.coinIds = coins.map(\.rawValue)
            case .unknown: break
            }
        }
    }
}

extension Hello {
    fileprivate init(wire: WireHello) throws(FrameError) {
        guard wire.protocolMin <= wire.protocolMax else {
            throw .malformed("the hello's protocol range \(wire.protocolMin) to \(wire.protocolMax) is empty")
        }
        guard let clientID = ClientID(bytes: wire.clientID) else {
            throw .malformed("the hello's client_id has \(wire.clientID.count) bytes; it must have 16")
        }
        let credentials: Credentials
        switch wire.credentials {
        case .token(let token)?: credentials = .token(Array(token))
        case .login(let login)?:
            let formerToken = login.formerToken.isEmpty ? nil : Array(login.formerToken)
            credentials = .password(name: login.name, password: login.password, formerToken: formerToken)
        case nil: throw .malformed("the hello has neither a token nor a login")
        }
        self.init(
            protocols: wire.protocolMin...wire.protocolMax,
            clientName: wire.clientName.visible,
            clientVersion: wire.clientVersion.visible,
            deviceName: wire.deviceName.visible,
            clientID: clientID,
            credentials: credentials,
            resume: wire.hasResume ? MarketPosition(wire: wire.resume) : nil,
            user: wire.hasUser ? UserPosition(wire: wire.user) : nil,
            withoutMarket: wire.withoutMarket
        )
    }

    fileprivate var wire: WireHello {
        .with { wire in
            wire.protocolMin = protocols.lowerBound
            wire.protocolMax = protocols.upperBound
            wire.clientName = clientName
            wire.clientVersion = clientVersion
            wire.deviceName = deviceName
            wire.clientID = .init(clientID.bytes)
            switch credentials {
            case .token(let token): wire.token = .init(token)
            case .password(let name, let password, let formerToken):
                wire.login.name = name
                wire.login.password = password
                wire.login.formerToken = .init(formerToken ?? [])
            }
            if let resume { wire.resume = resume.wire }
            if let user { wire.user = user.wire }
            wire.withoutMarket = withoutMarket
        }
    }
}

extension MarketPosition {
    fileprivate init(wire: WireMarketPosition) {
        self.init(epoch: MarketEpoch(rawValue: wire.epoch), sequence: wire.sequence)
    }

    fileprivate var wire: WireMarketPosition {
        .with { ($0.epoch, $0.sequence) = (epoch.rawValue, sequence) }
    }
}
