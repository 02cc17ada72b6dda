/// A few words in the middle of an area: why it is empty, or what went wrong.
package struct Message: Sendable {
    package var lines: [Line]
    package var alignment: Alignment

    package init(_ lines: [Line], alignment: Alignment = .center) {
        self.lines = lines
        self.alignment = alignment
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let wrapped = lines.flatMap { $0.wrapped(toColumns: area.width) }
        let place = area.centered(Size(width: area.width, height: wrapped.count))
        for (index, line) in wrapped.prefix(place.height).enumerated() {
            buffer.draw(line, in: place.row(index), alignment: alignment)
        }
    }
}
