internal import Observation
internal import Shared

/// The key of a server that nobody vouches for, shown as ssh shows it, and the question about it.
@MainActor
@Observable
final class TrustViewModel {
    enum Answer: Equatable, Sendable {
        case trusted
        case refused
    }

    // MARK: Outputs
    let title: String
    let reason: String
    let fingerprint: String
    let question = "Is it the key that the server printed when it started?"
    let answers: AsyncStream<Answer>

    private let answer: AsyncStream<Answer>.Continuation

    init(server: ServerAddress, key: PublicKeyPin, reason: String) {
        title = "\(server) is not known yet"
        self.reason = "No authority vouches for it (\(reason))."
        fingerprint = key.description
        (answers, answer) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingOldest(1))
    }

    // MARK: Inputs

    func trustChosen() { answer.yield(.trusted) }
    func refuseChosen() { answer.yield(.refused) }
}
