internal import Observation
internal import Shared

/// The words of the stop: what happened, and what the user can do.
@MainActor
@Observable
final class StopViewModel: ScreenModel {
    enum Destination: Equatable, Sendable {
        case retry
    }

    // MARK: Outputs
    let title: String
    let paragraphs: [String]
    let canRetry: Bool
    let exits = Exits<Destination>()
    /// The first visible line, if not all lines fit.
    private(set) var offset = 0

    init(reason: StopReason, server: ServerAddress, knownServersPath: String) {
        title = reason.title(of: server)
        paragraphs = reason.paragraphs(of: server, knownServersPath: knownServersPath)
        canRetry = reason.canRetry
    }

    // MARK: Inputs

    func scrolled(by rows: Int, offsetMax: Int) { offset = max(0, min(offset + rows, offsetMax)) }
    func retryRequested() { if canRetry { exits.take(.retry) } }
}
