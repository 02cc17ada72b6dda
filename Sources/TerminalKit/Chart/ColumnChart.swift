/// Columns that stand on the bottom, each as high as its value, the highest from bottom to top.
package struct ColumnChart: Sendable {
    package struct Bar: Hashable, Sendable {
        /// Nil: not known, and nothing is drawn.
        package var value: Double?
        package var style: Style

        package init(value: Double?, style: Style = .plain) {
            self.value = value
            self.style = style
        }
    }

    package var bars: [Bar]
    package var pitch: Int

    package init(bars: [Bar], pitch: Int) {
        self.bars = bars
        self.pitch = pitch
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let places = BarPlaces(width: area.width, pitch: pitch, count: bars.count)
        let highest = bars.compactMap(\.value).max() ?? 0
        guard highest > 0, !area.isEmpty else { return }
        let scale = ValueScale(from: 0, to: highest, rows: area.height)
        for (index, bar) in bars.enumerated() where places.start(of: index) >= 0 {
            guard let value = bar.value, value > 0 else { continue }
            let column = Rect(
                x: area.x + places.start(of: index),
                y: area.y,
                width: places.bodyWidth,
                height: area.height
            )
            draw(level: max(1, scale.level(of: value)), bar.style, into: &buffer, in: column)
        }
    }

    private func draw(level: Int, _ style: Style, into buffer: inout Buffer, in column: Rect) {
        let whole = level / ValueScale.levelsPerRow
        let rest = level % ValueScale.levelsPerRow
        let glyphs = Self.glyphs(buffer.blocks)
        buffer.fill(column.inset(top: column.height - whole), with: glyphs[8], style: style)
        if rest > 0 { buffer.fill(column.row(column.height - 1 - whole), with: glyphs[rest], style: style) }
    }

    /// By eighths, from none to all.
    private static func glyphs(_ detail: BlockDetail) -> [Glyph] {
        let scalars: [Unicode.Scalar] =
            switch detail {
            case .eighths: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
            case .halves: [" ", "▄", "▄", "▄", "▄", "▄", "█", "█", "█"]
            case .lines: [" ", "│", "│", "│", "│", "█", "█", "█", "█"]
            case .ascii: [" ", ".", ".", ".", ":", ":", ":", "|", "|"]
            }
        return scalars.map { Glyph(scalar: $0, width: 1) }
    }
}
