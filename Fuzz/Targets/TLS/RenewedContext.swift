internal import Shared
internal import Synchronization

/// A context for many cases, as making one costs more than a case, and not for all of them: it keeps something for each event loop, of
/// which a server has a few, and here each case has its own.
final class RenewedContext: Sendable {
    private static let casesMax = 500

    private let make: @Sendable () -> TLSContext?
    private let state = Mutex<(context: TLSContext?, cases: Int)>((nil, 0))

    init(_ make: @escaping @Sendable () -> TLSContext?) { self.make = make }

    /// Nil if it could not be made.
    func take() -> TLSContext? {
        state.withLock { state in
            if state.context == nil || state.cases == Self.casesMax { state = (make(), 0) }
            state.cases += 1
            return state.context
        }
    }
}
