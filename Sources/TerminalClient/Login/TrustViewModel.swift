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
    let server: String
    let reason: String
    let fingerprint: String
    /// How many rows have been scrolled past where not all of it fits.
    private(set) var offset = 0
    let question = "Is it the key that the server printed when it started?"
    let shortQuestion = "Is this its key?"
    let exits = Exits<Destination>()

    init(server: ServerAddress, key: PublicKeyPin, reason: String) {
        self.server = server.description
        self.reason = "No authority vouches for it (\(reason))."
        fingerprint = key.description
    }

    var title: String { "\(server) is not known yet" }

    // MARK: Inputs

    /// - Parameter offsetMax: how far there is anything to see.
    func scrolled(by rows: Int, offsetMax: Int) { offset = max(0, min(offset + rows, offsetMax)) }
    func trustChosen() { exits.take(.trusted) }
    func refuseChosen() { exits.take(.refused) }
}
