/// Lines through values that stand side by side like bars. The last value is at the right edge.
package struct LineChart: Sendable {
    package struct Line: Hashable, Sendable {
        /// Nil: the line has a gap there.
        package var values: [Double?]
        package var style: Style

        package init(values: [Double?], style: Style = .plain) {
            self.values = values
            self.style = style
        }
    }

    /// If two lines share a cell, the later one determines its style.
    package var lines: [Line]
    package var pitch: Int
    package var scale: ValueScale

    package init(lines: [Line], pitch: Int, scale: ValueScale) {
        self.lines = lines
        self.pitch = pitch
        self.scale = scale
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        guard !area.isEmpty else { return }
        var canvas = DotCanvas(size: Size(width: area.width, height: area.height), detail: buffer.blocks)
        for line in lines { draw(line, on: &canvas) }
        canvas.draw(into: &buffer, at: area.origin)
    }

    private func draw(_ line: Line, on canvas: inout DotCanvas) {
        let places = BarPlaces(width: canvas.size.width, pitch: pitch, count: line.values.count)
        var before: (dot: Point, isInside: Bool)?
        for (index, value) in line.values.enumerated() where places.middle(of: index) >= 0 {
            guard let value, value.isFinite else {
                before = nil
                continue
            }
            let next = (dot: dot(places.middle(of: index), value, canvas), isInside: scale.row(of: value) != nil)
            if let before, before.isInside || next.isInside {
                canvas.line(from: before.dot, to: next.dot, style: line.style)
            } else if next.isInside {
                canvas.set(next.dot, style: line.style)
            }
            before = next
        }
    }

    private func dot(_ column: Int, _ value: Double, _ canvas: DotCanvas) -> Point {
        let perRow = canvas.dotsPerCell.height
        let level = min(scale.level(of: value), scale.levels - 1) * perRow / ValueScale.levelsPerRow
        return Point(x: column * canvas.dotsPerCell.width, y: scale.rows * perRow - 1 - level)
    }
}

/// Dots that are finer than cells, if the font has them.
struct DotCanvas {
    private struct Ink {
        var dots: UInt8 = 0
        var style: Style
    }

    /// The size in cells.
    let size: Size
    private let detail: BlockDetail
    private var inks: [Point: Ink] = [:]

    init(size: Size, detail: BlockDetail) {
        self.size = size
        self.detail = detail
    }

    var dotsPerCell: Size { detail == .eighths ? Size(width: 2, height: 4) : Size(width: 1, height: 1) }

    /// Sets a dot, unless it lies outside.
    mutating func set(_ dot: Point, style: Style) {
        let perCell = dotsPerCell
        let cell = Point(x: dot.x / perCell.width, y: dot.y / perCell.height)
        guard dot.x >= 0, dot.y >= 0, cell.x < size.width, cell.y < size.height else { return }
        var ink = inks[cell] ?? Ink(style: style)
        ink.style = style
        ink.dots |= Self.bits[dot.y % perCell.height][dot.x % perCell.width]
        inks[cell] = ink
    }

    mutating func line(from start: Point, to end: Point, style: Style) {
        let (across, down) = (end.x - start.x, end.y - start.y)
        let steps = max(abs(across), abs(down), 1)
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let x = start.x + Int((Double(across) * share).rounded())
            let y = start.y + Int((Double(down) * share).rounded())
            set(Point(x: x, y: y), style: style)
        }
    }

    func draw(into buffer: inout Buffer, at origin: Point) {
        for (cell, ink) in inks {
            let (x, y) = (origin.x + cell.x, origin.y + cell.y)
            guard buffer.area.contains(Point(x: x, y: y)) else { continue }
            buffer.place(glyph(ink.dots), style: ink.style, x: x, y: y)
        }
    }

    private func glyph(_ dots: UInt8) -> Glyph {
        let scalar: Unicode.Scalar =
            switch detail {
            case .eighths: Unicode.Scalar(0x2800 + UInt32(dots)) ?? "•"
            case .halves, .lines: "•"
            case .ascii: "*"
            }
        return Glyph(scalar: scalar, width: 1)
    }

    /// The dots of a braille cell, by row and column.
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
}
