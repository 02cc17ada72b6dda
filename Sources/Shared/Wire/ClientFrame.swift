public import NIOCore
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A frame from a client.
public enum ClientFrame: Hashable, Sendable {
    case hello(Hello)
    case mutation(NumberedMutation)
    case ping(nonce: UInt64)
    case pong(nonce: UInt64)
    /// The client's market differs from the server's.
    case snapshotRequest(sequence: UInt64)
    /// The client's table of the user differs from the server's.
    case userTableRequest(version: UInt64)
    /// Revokes the token of this connection.
    case logout
    case openChart(ChartID, ChartRequest)
    /// Like `openChart`, with an interval that this program does not know.
    case openUnknownChart(ChartID, interval: Int)
    case closeChart(ChartID)
    /// The answer has the same number.
    case detailRequest(number: UInt32, CoinID)
    case accountRequest(number: UInt32, AccountRequest)
    /// The icons that the client wants now, in place of the previous ones.
    case iconRequest([CoinID])
    /// The weeks that the client shows now, in place of the previous ones.
    case weekRequest(WeekRequest)
    /// The answer has the same number.
    case dayRatesRequest(number: UInt32, DayRatesRequest)
    /// From a node to the one that it follows, as `followedUsers`.
    case hint(UserHint)
    case followedUsers(FollowedUsers)
    /// A frame of a later protocol, which is skipped.
    case unknown
}

extension ClientFrame {
    /// Whether it counts against `SessionLimits.requestsPerSecond`, because answering it takes work. Changes have a
    /// separate limit.
    public var isRequest: Bool {
        switch self {
        case .openChart, .openUnknownChart, .detailRequest, .accountRequest, .iconRequest, .weekRequest,
            .dayRatesRequest, .snapshotRequest, .userTableRequest:
            true
        case .hello, .mutation, .ping, .pong, .logout, .closeChart, .hint, .followedUsers, .unknown: false
        }
    }
}

// MARK: The wire
extension ClientFrame {
    /// Writes length and message.
    public func write(into buffer: inout ByteBuffer) { wire.writeFrame(into: &buffer) }

    /// How many bytes its body has, which count against the server's limit.
    public var bodyLength: Int { wire.bytes.count }

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
            self = .accountRequest(number: request.request, AccountRequest(wire: request))
        case .iconRequest(let request)?: self = .iconRequest(request.coinIds.map { CoinID($0) })
        case .weekRequest(let request)?: self = .weekRequest(WeekRequest(wire: request))
        case .dayRatesRequest(let request)?:
            self = .dayRatesRequest(number: request.request, DayRatesRequest(wire: request))
        case .hint(let hint)?: self = .hint(UserHint(wire: hint))
        case .followedUsers(let users)?: self = .followedUsers(FollowedUsers(wire: users))
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
            case .openChart(let chart, let request): frame.openChart = request.wire(chart)
            case .openUnknownChart(let chart, let interval):
                (frame.openChart.chart, frame.openChart.count) = (chart.rawValue, 1)
                frame.openChart.interval = WireCandleInterval(rawValue: interval) ?? .unspecified
            case .closeChart(let chart): frame.closeChart.chart = chart.rawValue
            case .detailRequest(let number, let coin):
                (frame.detailRequest.request, frame.detailRequest.coinID) = (number, coin.rawValue)
            case .accountRequest(let number, let request): frame.accountRequest = request.wire(number)
            case .iconRequest(let coins): frame.iconRequest.coinIds = coins.map(\.rawValue)
            case .weekRequest(let request): frame.weekRequest = request.wire
            case .dayRatesRequest(let number, let request): frame.dayRatesRequest = request.wire(number)
            case .hint(let hint): frame.hint = hint.wire
            case .followedUsers(let users): frame.followedUsers = users.wire
            case .unknown: break
            }
        }
    }
}
