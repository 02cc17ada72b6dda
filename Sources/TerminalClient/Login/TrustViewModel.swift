internal import Observation
internal import Shared

/// The key of a server for which no authority vouches, shown as ssh shows it, and the question about it.
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
    /// How many rows are scrolled out at the top, if not all fits.
    private(set) var offset = 0
    let exits = Exits<Destination>()

    init(server: ServerAddress, key: PublicKeyPin, reason: String) {
        question = TrustQuestion(server: server.description, reason: reason)
        fingerprint = key.description
    }

    // MARK: Inputs

    /// - Parameter offsetMax: the last useful scroll position.
    func scrolled(by rows: Int, offsetMax: Int) { offset = max(0, min(offset + rows, offsetMax)) }
    func trustChosen() { exits.take(.trusted) }
    func refuseChosen() { exits.take(.refused) }
}
