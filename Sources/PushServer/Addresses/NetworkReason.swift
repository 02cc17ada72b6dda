internal import NIOCore
internal import NIOPosix
internal import Shared

extension Error {
    /// Why no connection has come about, in words.
    var networkReason: String {
        switch self {
        case let error as NIOConnectionError:
            error.connectionErrors.first?.error.networkReason
                ?? (error.dnsAError == nil ? "no address answers" : "its name is not known")
        case let error as IOError:
            error.errnoCode == ECONNREFUSED ? "nothing listens there" : SystemError(code: error.errnoCode).description
        case is ChannelError: "it does not answer"
        default: "\(self)"
        }
    }
}
