internal import Shared

enum BenchError: Error, CustomStringConvertible {
    case serverDidNotStart
    case notBuilt(String)
    case closed(String)
    case notFilled(MutationResult)
    case dataDiffered(times: Int)
    /// No thread of the server has the name of an event loop.
    case noEventLoops
    /// The server was delivering whenever its counters were read.
    case neverIdle
    /// A peer has sent fewer bytes than the messages for all subscribers have.
    case undelivered(String, bytes: Int, expected: Int)

    var description: String {
        switch self {
        case .serverDidNotStart: "the server ended before it was ready; its words are above"
        case .notBuilt(let name): "\(name) does not lie beside this program; build everything: swift build -c release"
        case .notFilled(let result): "a user's table could not be filled: \(result)"
        case .dataDiffered(let times):
            "terminals' data differed from the server's \(times) times, so the figures mean nothing; look for the defect first"
        case .noEventLoops:
            "no thread of the server is called NIO-ELT; see how NIO names the threads of event loops now"
        case .neverIdle: "the server was delivering each time it was asked; take fewer terminals or ticks"
        case .undelivered(let peer, let bytes, let expected):
            "\(peer) has sent \(bytes) bytes instead of \(expected) or more; take fewer terminals or ticks"
        case .closed(let reason): "a connection ended: \(reason)"
        }
    }
}
