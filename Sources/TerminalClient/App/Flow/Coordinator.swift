/// A flow with one typed ending. It lives exactly as long as the call to `start()`. Cancelling the caller ends it.
@MainActor
protocol Coordinator<CoordinationResult> {
    associatedtype CoordinationResult: Sendable

    /// - Throws: `Quit` when the user leaves the program, or the calling task is cancelled.
    func start() async throws(Quit) -> CoordinationResult
}

extension Coordinator {
    /// Hands the screen to a child flow until the child has ended.
    func coordinate<Child: Coordinator>(to child: Child) async throws(Quit) -> Child.CoordinationResult {
        try await child.start()
    }
}

/// The user quits the program, from any screen. The error ends every flow on its way out.
struct Quit: Error, Equatable {}
