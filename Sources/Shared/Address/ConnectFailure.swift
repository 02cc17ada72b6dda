internal import NIOCore
internal import NIOPosix

/// Why a connection to a host failed.
package enum ConnectFailure: Hashable, Sendable, CustomStringConvertible {
    case unknownName
    case noAddressAnswers
    case nothingListens
    case noAnswer
    /// Any other error, in its own words or the system's.
    case other(String)

    package init(_ error: any Error) {
        self =
            switch error {
            case let error as NIOConnectionError:
                error.connectionErrors.first.map { Self($0.error) }
                    ?? (error.dnsAError ?? error.dnsAAAAError).map { _ in Self.unknownName } ?? .noAddressAnswers
            case let error as IOError where error.errnoCode == ECONNREFUSED: .nothingListens
            case let error as IOError: .other(SystemError(code: error.errnoCode).description)
            case is ChannelError: .noAnswer
            default: .other("\(error)")
            }
    }

    package var description: String {
        switch self {
        case .unknownName: "its name is not known"
        case .noAddressAnswers: "no address answers"
        case .nothingListens: "nothing listens there"
        case .noAnswer: "it does not answer"
        case .other(let words): words
        }
    }
}
