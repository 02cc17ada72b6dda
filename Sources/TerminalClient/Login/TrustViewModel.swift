internal import Observation
internal import Shared

/// The key of a server that nobody vouches for, shown as ssh shows it, and the question about it.
@MainActor
@Observable
final class TrustViewModel {
    enum Route: Equatable, Sendable {
        case answered(Answer)
        case help
    }

    enum Answer: Equatable, Sendable {
        case trusted
        case refused
        case quit
    }

    // MARK: Outputs
    let title: String
    let reason: String
    let fingerprint: String
    let question = "Is it the key that the server printed when it started?"
    let routes: AsyncStream<Route>

    private let navigate: AsyncStream<Route>.Continuation

    init(server: ServerAddress, key: PublicKeyPin, reason: String) {
        title = "\(server) is not known yet"
        self.reason = "No authority vouches for it (\(reason))."
        fingerprint = key.description
        (routes, navigate) = AsyncStream.makeStream(of: Route.self, bufferingPolicy: .bufferingOldest(8))
    }

    // MARK: Inputs

    func trustChosen() { navigate.yield(.answered(.trusted)) }
    func refuseChosen() { navigate.yield(.answered(.refused)) }
    func quitRequested() { navigate.yield(.answered(.quit)) }
    func helpRequested() { navigate.yield(.help) }
}
