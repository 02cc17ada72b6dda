/// Candles side by side on a scale, the last one at the right edge.
package struct CandleChart: Sendable {
    package var bars: [CandleBar]
    package var pitch: Int
    package var scale: ValueScale
    package var rising: Style
    package var falling: Style

    package init(bars: [CandleBar], pitch: Int, scale: ValueScale, rising: Style = .plain, falling: Style = .plain) {
        self.bars = bars
        self.pitch = pitch
        self.scale = scale
        self.rising = rising
        self.falling = falling
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        let places = BarPlaces(width: area.width, pitch: pitch, count: bars.count)
        let glyphs = CandleGlyphs(detail: buffer.blocks)
        let visible = area.intersection(buffer.area)
        for (index, bar) in bars.enumerated() where places.start(of: index) >= 0 {
            let shape = CandleShape(bar, on: scale)
            let x = area.x + places.start(of: index)
            for row in shape.rows {
                guard let mark = shape.mark(at: row) else { continue }
                for column in 0..<places.bodyWidth {
                    let point = Point(x: x + column, y: area.bottom - 1 - row)
                    guard visible.contains(point),
                        let stroke = glyphs.stroke(
                            mark,
                            isHollow: shape.isHollow,
                            column: column,
                            of: places.bodyWidth
                        )
                    else { continue }
                    let style = bar.isUp ? rising : falling
                    buffer.place(
                        stroke.glyph,
                        style: stroke.isReversed ? style.reverse : style,
                        x: point.x,
                        y: point.y
                    )
                }
            }
        }
    }
}
