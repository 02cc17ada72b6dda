/// A few words in the middle of an area: why it is empty, or what went wrong.
package struct Message: Sendable {
    package var lines: [Line]
    package var alignment: Alignment

    package init(_ lines: [Line], alignment: Alignment = .center) {
        self.lines = lines
        self.alignment = alignment
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let wrapped = fitting(area)
        let place = area.centered(Size(width: area.width, height: wrapped.count))
        for (index, line) in wrapped.prefix(place.height).enumerated() {
            buffer.draw(line, in: place.row(index), alignment: alignment)
        }
    }

    /// Leaves out lines that do not fit, because half a sentence is worse than none. Only the first line may be cut.
    private func fitting(_ area: Rect) -> [Line] {
        var rows: [Line] = []
        for line in lines {
            let wrapped = line.wrapped(toColumns: area.width)
            if !rows.isEmpty, rows.count + wrapped.count > area.height { break }
            rows += wrapped
        }
        return rows
    }
}
