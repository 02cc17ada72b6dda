import CCurl
import Shared

/// A finished transfer, as the transfer thread delivers it.
struct TransferredAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]
    /// From `Retry-After`, which libcurl reads in both of its formats.
    let retryAfterSeconds: Int
}

/// Why a transfer returned no complete answer.
enum TransferFailure: Error, Sendable {
    case timedOut
    case tooLarge(limit: Int)
    /// The connection closed in the middle of the body, or the body could not be decompressed.
    case broken(String, received: [UInt8])
    case unreachable(String)
    /// A redirect to another scheme, host or port, which was not followed.
    case pointsElsewhere
    /// The host's name leads to an address to which nothing may be sent.
    case forbidden(address: String)
    case tooManyWaiting
    case cancelled

    /// - Parameter detail: libcurl's own text. It may contain hosts and ports, but no header fields.
    init(code: CURLcode, detail: String, request: TransferRequest, received: [UInt8]) {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge(limit: request.bodyBytes)
        case CURLE_PARTIAL_FILE, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2_STREAM:
            self = .broken(detail, received: received)
        case CURLE_RECV_ERROR where !received.isEmpty: self = .broken(detail, received: received)
        default: self = .unreachable(detail)
        }
    }
}

extension HTTPAnswer {
    init(_ transferred: TransferredAnswer, arrived: MarketTime) {
        let seconds = min(transferred.retryAfterSeconds, Self.pauseSecondsMax)
        self.init(
            status: transferred.status,
            headers: transferred.headers,
            body: transferred.body,
            arrived: arrived,
            retryAt: seconds > 0 ? arrived.adding(seconds: Int64(seconds)) : nil
        )
    }

    /// A month. No provider's limit lasts longer, so a longer wait is a mistake or malicious.
    static let pauseSecondsMax = 31 * 86_400
}

extension ProviderFailure {
    init(_ failure: TransferFailure) {
        switch failure {
        case .timedOut: self = .timedOut
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .broken(let detail, let received):
            let answer = HTTPAnswer(status: 0, body: received, arrived: MarketTime(milliseconds: 0))
            self = .badAnswer("it broke off, \(detail)", beginning: answer.beginning)
        case .unreachable(let detail): self = .unavailable(detail)
        case .pointsElsewhere: self = .unavailable("it points to another host")
        case .forbidden(let address): self = .unavailable("it leads to \(address)")
        case .tooManyWaiting: self = .unavailable("too many requests are waiting for it")
        case .cancelled: self = .cancelled
        }
    }
}
