internal import TerminalKit

/// The control in a row of Settings.
enum SettingsControl {
    case choice(RadioRow)
    case toggle(ToggleRow)
    case deed(StatusBar)

    func draw(into buffer: inout Buffer, in area: Rect) {
        switch self {
        case .choice(let row): row.draw(into: &buffer, in: area)
        case .toggle(let row): row.draw(into: &buffer, in: area)
        case .deed(let bar): bar.draw(into: &buffer, in: area)
        }
    }

    /// How many values after the present one the clicked one is; nil if the click hits none.
    func steps(to point: Point, in area: Rect) -> Int? {
        guard area.contains(point) else { return nil }
        switch self {
        case .choice(let row): return row.option(at: point.x, in: area).map { $0 - row.chosen }
        case .toggle(let row): return row.hasControl(at: point.x, in: area) ? 1 : nil
        case .deed: return nil
        }
    }
}
