internal import Observation

/// A value that is worked out from other values, once for each change of these.
///
/// Before a frame is drawn, and before an input that comes when a frame is due, its owner names what the value depends
/// on. Reading the value changes nothing.
@Observable
final class Derived<Inputs: Equatable, Value> {
    private(set) var value: Value
    /// How often the value was made: a frame in which nothing has changed makes nothing.
    @ObservationIgnored private(set) var makings = 0
    @ObservationIgnored private var inputs: Inputs?

    /// - Parameter value: stands until the inputs are first known.
    init(_ value: Value) { self.value = value }

    convenience init(of inputs: Inputs, _ value: Value) {
        self.init(value)
        self.inputs = inputs
    }

    /// Makes the value if it was made of other inputs.
    /// - Parameter inputs: everything that `make` reads and that can change.
    @discardableResult
    func follow(_ inputs: Inputs, make: () -> Value) -> Value {
        if inputs == self.inputs { return value }
        self.inputs = inputs
        makings += 1
        value = make()
        return value
    }
}
