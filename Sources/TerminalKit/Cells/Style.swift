/// The appearance of a cell, without its text. Twelve bytes, no references.
package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static var bold: Attributes { Attributes(rawValue: 1) }
        package static var dim: Attributes { Attributes(rawValue: 2) }
        package static var underline: Attributes { Attributes(rawValue: 4) }
        package static var reverse: Attributes { Attributes(rawValue: 8) }
    }

    /// An address registered with a buffer (`Buffer.link(to:)`); only that buffer knows the address.
    package struct Link: Hashable, Sendable {
        let id: UInt16

        static var none: Link { Link(id: 0) }

        /// - Parameter links: the addresses of its buffer.
        func address(in links: [String]) -> String? {
            links.indices.contains(Int(id) - 1) ? links[Int(id) - 1] : nil
        }
    }

    package var foreground: Color
    package var background: Color
    package var attributes: Attributes
    var link: Link

    package init(
        foreground: Color = .terminalDefault,
        background: Color = .terminalDefault,
        attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        link = .none
    }
}

/// Styles read as a sentence: `Style.plain.bold.foreground(.green)`.
extension Style {
    package static var plain: Style { Style() }
    package static func foreground(_ color: Color) -> Style { Style(foreground: color) }
    package static func background(_ color: Color) -> Style { Style(background: color) }
    package static var bold: Style { Style(attributes: .bold) }
    package static var dim: Style { Style(attributes: .dim) }
    package static var underline: Style { Style(attributes: .underline) }
    package static var reverse: Style { Style(attributes: .reverse) }

    package func foreground(_ color: Color) -> Style { changed { $0.foreground = color } }
    package func background(_ color: Color) -> Style { changed { $0.background = color } }
    package var bold: Style { with(.bold) }
    package var dim: Style { with(.dim) }
    package var underline: Style { with(.underline) }
    package var reverse: Style { with(.reverse) }
    package func linked(to link: Link) -> Style { changed { $0.link = link } }

    /// This style, with the missing parts taken from `other`. So the styles of spans apply on top of that of their row.
    package func over(_ other: Style) -> Style {
        changed {
            if $0.foreground == .terminalDefault { $0.foreground = other.foreground }
            if $0.background == .terminalDefault { $0.background = other.background }
            if $0.link == .none { $0.link = other.link }
            $0.attributes.formUnion(other.attributes)
        }
    }

    private func with(_ attribute: Attributes) -> Style { changed { $0.attributes.insert(attribute) } }

    private func changed(_ change: (inout Style) -> Void) -> Style {
        var copy = self
        change(&copy)
        return copy
    }
}
