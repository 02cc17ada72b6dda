package import TerminalKit

/// The style the model terminal writes in.
package struct ModelPen: Equatable {
    package var foreground = Color.terminalDefault
    package var background = Color.terminalDefault
    package var attributes: Style.Attributes = []
    package var link = ""

    /// Erased cells have a background and nothing else.
    var erasing: ModelPen { ModelPen(background: background) }

    mutating func select(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: self = ModelPen(link: link)
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 4: attributes.insert(.underline)
            case 7: attributes.insert(.reverse)
            case 22: attributes.subtract([.bold, .dim])
            case 24: attributes.remove(.underline)
            case 27: attributes.remove(.reverse)
            case 30...37, 90...97, 38, 39: foreground = color(number, &rest, base: 30)
            case 40...47, 100...107, 48, 49: background = color(number - 10, &rest, base: 30)
            default: preconditionFailure("unknown SGR \(number)")
            }
        }
    }

    private func color(_ number: Int, _ rest: inout ArraySlice<Int>, base: Int) -> Color {
        switch number {
        case 30...37: return .indexed(UInt8(number - 30))
        case 90...97: return .indexed(UInt8(number - 82))
        case 39: return .terminalDefault
        default: break
        }
        if rest.popFirst() == 5 { return .indexed(UInt8(rest.removeFirst())) }
        return .rgb(UInt8(rest.removeFirst()), UInt8(rest.removeFirst()), UInt8(rest.removeFirst()))
    }
}
