internal import Observation
internal import Shared

/// The end of the road in words: what happened, and what the user can do.
@MainActor
@Observable
final class StopViewModel: ScreenModel {
    enum Destination: Equatable, Sendable {
        case retry
    }

    // MARK: Outputs
    let title: String
    let paragraphs: [String]
    /// A changed key is not to be waved through: there is no other try.
    let canRetry: Bool
    let exits = Exits<Destination>()
    /// The first line to be seen, where not all of them fit.
    private(set) var offset = 0

    init(reason: StopReason, server: ServerAddress, knownServersPath: String) {
        switch reason {
        case .keyChanged(let expected, let presented):
            title = "The key of \(server) has changed"
            paragraphs = Self.words(expected: expected, presented: presented, server: server, path: knownServersPath)
            canRetry = false
        case .unusableProfile(let text):
            (title, paragraphs, canRetry) = ("Your files cannot be used", [text], true)
        case .refused(let text):
            (title, paragraphs, canRetry) = ("No connection to \(server)", [text], true)
        }
    }

    // MARK: Inputs

    func scrolled(by rows: Int, offsetMax: Int) { offset = max(0, min(offset + rows, offsetMax)) }
    func retryRequested() { if canRetry { exits.take(.retry) } }

    private static func words(
        expected: PublicKeyPin,
        presented: PublicKeyPin,
        server: ServerAddress,
        path: String
    ) -> [String] {
        [
            "Someone could be listening in, or the server was given a new key. Nothing was sent to it.",
            "Known: \(expected)",
            "Shown: \(presented)",
            "Ask the server's owner for its key. If the new one is right, remove the line of \(server) from \(path), "
                + "or start with --pin and the new key.",
        ]
    }
}
