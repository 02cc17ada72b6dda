import TerminalKit

/// Further colors of the sixteen that every color terminal has.
extension Color {
    static var yellow: Color { indexed(3) }
    static var brightBlack: Color { indexed(8) }
    static var brightRed: Color { indexed(9) }
    static var brightGreen: Color { indexed(10) }
    static var brightBlue: Color { indexed(12) }
}
