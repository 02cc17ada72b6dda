public import NIOCore
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A frame from the server.
public enum ServerFrame: Hashable, Sendable {
    case welcome(Welcome)
    case close(Close)
    case snapshotPart(MarketPart)
    case marketDiff(MarketDiff)
    case userTable(UserTable)
    case userDiff(UserDiff)
    case mutationResult(MutationResult)
    case ping(nonce: UInt64)
    case pong(nonce: UInt64)
    case candles(ChartID, CandleBatch)
    case chartProblem(ChartID, ChartProblem)
    /// The number is that of the request.
    case detail(number: UInt32, Result<CoinDetail, AnswerProblem>)
    case accountAnswer(number: UInt32, Result<[Device], AccountProblem>)
    /// Nil if there is no icon at the moment.
    case icon(CoinID, CoinIcon?)
    /// - open: the hour that is not over yet by the server's clock.
    case weeks([CoinWeek], open: MarketHour)
    case rates(ExchangeRates)
    /// The number is that of the request.
    case dayRates(number: UInt32, Result<DayRates, AnswerProblem>)
    case newEpoch(NewEpoch)
    /// To a node that follows this one, as `hint`.
    case beat(Beat)
    case hint(UserHint)
    /// A frame of a later protocol, which is skipped.
    case unknown
}

// MARK: The wire
extension ServerFrame {
    /// Writes length and message.
    public func write(into buffer: inout ByteBuffer) { wire.writeFrame(into: &buffer) }

    /// Reads a frame's body. Texts lose characters that could steer the terminal.
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
        // Bytes that are not an icon count as none.
        case .icon(let icon)?: self = .icon(CoinID(icon.coinID), CoinIcon(png: Array(icon.png)))
        case .weeks(let weeks)?: self = try .weeks(wire: weeks)
        case .rates(let rates)?: self = .rates(ExchangeRates(wire: rates))
        case .dayRates(let answer)?: self = .dayRates(number: answer.request, DayRates.result(wire: answer))
        case .newEpoch(let news)?: self = .newEpoch(NewEpoch(wire: news))
        case .beat(let beat)?: self = .beat(try Beat(wire: beat))
        case .hint(let hint)?: self = .hint(UserHint(wire: hint))
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
            case .weeks(let weeks, let hour):
                (frame.weeks.hour, frame.weeks.weeks) = (hour.rawValue, weeks.map(\.wire))
            case .rates(let rates): frame.rates = rates.wire
            case .dayRates(let number, let result): frame.dayRates = DayRates.wire(result, number: number)
            case .newEpoch(let news): frame.newEpoch = news.wire
            case .beat(let beat): frame.beat = beat.wire
            case .hint(let hint): frame.hint = hint.wire
            case .unknown: break
            }
        }
    }
}
