/// What stands beside a coin's symbol.
package enum IconStyle: String, CaseIterable, Sendable {
    /// Its picture where the terminal shows pictures, its badge until the picture is there and everywhere else.
    case auto
    case badges
    case off
}
