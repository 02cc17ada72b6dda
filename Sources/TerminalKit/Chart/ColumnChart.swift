/// Columns that stand on zero. Negative ones hang from it.
package struct ColumnChart: Sendable {
    package struct Bar: Hashable, Sendable {
        /// Nil if unknown; then nothing is drawn.
        package var value: Double?
        package var style: Style

        package init(value: Double?, style: Style = .plain) {
            self.value = value
            self.style = style
        }
    }

    package var bars: [Bar]
    package var pitch: Int
    /// A scale with zero between two rows or at the bottom; nil: the highest column fills the height.
    package var scale: ValueScale?

    package init(bars: [Bar], pitch: Int, scale: ValueScale? = nil) {
        self.bars = bars
        self.pitch = pitch
        self.scale = scale
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let places = BarPlaces(width: area.width, pitch: pitch, count: bars.count)
        let highest = bars.compactMap(\.value).max() ?? 0
        guard highest > 0 || scale != nil, !area.isEmpty else { return }
        let scale = scale ?? ValueScale(from: 0, to: highest, rows: area.height)
        let zero = scale.level(of: 0)
        for (index, bar) in bars.enumerated() where places.start(of: index) >= 0 {
            guard let value = bar.value, value != 0 else { continue }
            let column = Rect(
                x: area.x + places.start(of: index),
                y: area.y,
                width: places.bodyWidth,
                height: area.height
            )
            let level = scale.level(of: value)
            if value > 0 {
                stand(max(1, level - zero), on: zero, bar.style, into: &buffer, in: column)
            } else {
                hang(max(1, zero - level), from: zero, bar.style, into: &buffer, in: column)
            }
        }
    }

    private func stand(_ height: Int, on zero: Int, _ style: Style, into buffer: inout Buffer, in column: Rect) {
        let whole = height / ValueScale.levelsPerRow
        let rest = height % ValueScale.levelsPerRow
        let glyphs = Self.glyphs(buffer.blocks)
        let ground = column.inset(bottom: zero / ValueScale.levelsPerRow)
        buffer.fill(ground.inset(top: ground.height - whole), with: glyphs[8], style: style)
        if rest > 0 { buffer.fill(ground.row(ground.height - 1 - whole), with: glyphs[rest], style: style) }
    }

    private func hang(_ depth: Int, from zero: Int, _ style: Style, into buffer: inout Buffer, in column: Rect) {
        let whole = depth / ValueScale.levelsPerRow
        let rest = depth % ValueScale.levelsPerRow
        let glyphs = Self.glyphs(buffer.blocks)
        let ground = column.inset(top: column.height - zero / ValueScale.levelsPerRow)
        buffer.fill(ground.inset(bottom: ground.height - whole), with: glyphs[8], style: style)
        guard rest > 0 else { return }
        switch buffer.blocks {
        // No font has hanging blocks of eighths, so a standing one is drawn with ink and background exchanged.
        case .eighths: buffer.fill(ground.row(whole), with: glyphs[8 - rest], style: style.reverse)
        case .halves: buffer.fill(ground.row(whole), with: Glyph(scalar: rest < 6 ? "▀" : "█", width: 1), style: style)
        case .lines, .ascii: buffer.fill(ground.row(whole), with: glyphs[rest], style: style)
        }
    }

    /// The blocks by eighths, from empty to full.
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
