/// What stands beside a coin's symbol.
package enum IconStyle: String, CaseIterable, Sendable {
    /// The coin's picture if the terminal shows pictures; its badge elsewhere, and until the picture has come.
    case auto
    case badges
    case off
}
