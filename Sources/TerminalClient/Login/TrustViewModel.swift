internal import Observation
internal import Shared

/// The key of a server that nobody vouches for, shown as ssh shows it, and the question about it.
@MainActor
@Observable
final class TrustViewModel: ScreenModel {
    /// The user's answer.
    enum Destination: Equatable, Sendable {
        case trusted
        case refused
    }

    // MARK: Outputs
    let question: TrustQuestion
    let fingerprint: String
    /// How many rows have been scrolled past where not all of it fits.
    private(set) var offset = 0
    let exits = Exits<Destination>()

    init(server: ServerAddress, key: PublicKeyPin, reason: String) {
        question = TrustQuestion(server: server.description, reason: reason)
        fingerprint = key.description
    }

    // MARK: Inputs

    /// - Parameter offsetMax: how far there is anything to see.
    func scrolled(by rows: Int, offsetMax: Int) { offset = max(0, min(offset + rows, offsetMax)) }
    func trustChosen() { exits.take(.trusted) }
    func refuseChosen() { exits.take(.refused) }
}
