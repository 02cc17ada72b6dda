internal import NIOCore
internal import NIOPosix
internal import Shared

/// Why a node could not be reached.
enum UnreachedReason: Hashable, Sendable, CustomStringConvertible {
    case unknownName
    case noAddressAnswers
    case nothingListens
    case noAnswer
    /// In the words of the system.
    case system(String)

    var description: String {
        switch self {
        case .unknownName: "its name is not known"
        case .noAddressAnswers: "no address answers"
        case .nothingListens: "nothing listens there"
        case .noAnswer: "it does not answer"
        case .system(let words): words
        }
    }
}

extension UnreachedReason {
    init(_ error: any Error) {
        self =
            switch error {
            case let error as NIOConnectionError:
                error.connectionErrors.first.map { Self($0.error) }
                    ?? (error.dnsAError ?? error.dnsAAAAError).map { _ in Self.unknownName } ?? .noAddressAnswers
            case let error as IOError where error.errnoCode == ECONNREFUSED: .nothingListens
            case let error as IOError: .system(String(cString: strerror(error.errnoCode)))
            case is ChannelError: .noAnswer
            default: .system("\(error)")
            }
    }
}
