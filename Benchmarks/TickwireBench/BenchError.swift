internal import Shared

enum BenchError: Error, CustomStringConvertible {
    case serverDidNotStart
    case notBuilt(String)
    case closed(String)
    case notFilled(MutationResult)
    case dataDiffered(times: Int)

    var description: String {
        switch self {
        case .serverDidNotStart: "the server ended before it was ready; its words are above"
        case .notBuilt(let name): "\(name) does not lie beside this program; build everything: swift build -c release"
        case .notFilled(let result): "a user's table could not be filled: \(result)"
        case .dataDiffered(let times):
            "terminals' data differed from the server's \(times) times, so the figures mean nothing; look for the defect first"
        case .closed(let reason): "a connection ended: \(reason)"
        }
    }
}
