/// A flow with one typed ending. It lives exactly as long as the call to `start()`; cancelling the caller ends it.
@MainActor
protocol Coordinator<CoordinationResult> {
    associatedtype CoordinationResult: Sendable

    func start() async -> CoordinationResult
}

extension Coordinator {
    /// Hands the screen to a child flow until that has ended.
    func coordinate<Child: Coordinator>(to child: Child) async -> Child.CoordinationResult {
        await child.start()
    }
}
