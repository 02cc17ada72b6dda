/// The state of an alert that has fired.
struct FiredWords: Hashable, Sendable, CustomStringConvertible {
    let time: String
    let price: String
    /// Whether the condition became true while the server did not run.
    let whileDown: Bool

    /// The words, and shorter ones. A price is whole or left out.
    var forms: [String] { [description, "fired \(time) at \(price)", "fired at \(price)", "fired"] }

    var description: String { "fired \(time) at \(price)" + (whileDown ? ", server was down" : "") }
}
