/// The state of an alert that has fired.
struct FiredWords: Hashable, Sendable, CustomStringConvertible {
    let time: String
    let price: String
    /// Whether the condition became true while the server did not run.
    let whileDown: Bool

    /// The words, and shorter ones. The price stays.
    var forms: [String] {
        [description, "fired \(time) at \(price)", "\(time) at \(price)", "fired at \(price)", "at \(price)"]
    }

    var description: String { "fired \(time) at \(price)" + (whileDown ? ", server was down" : "") }
}
