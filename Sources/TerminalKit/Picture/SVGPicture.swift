/// Draws a buffer as SVG on an exact grid. Words have a fixed width, and lines and blocks are shapes instead of
/// letters, so that no font can misplace them.
struct SVGPicture {
    /// The width of a cell in pixels, that of a 14 pixel monospace font.
    static let cellWidth = 8.43
    static let cellHeight = 18.0
    private static let baseline = 13.2
    private static let margin = 14.0
    private static let titleHeight = 32.0

    let buffer: Buffer
    let theme: PictureTheme
    let cursor: Cursor?

    func document(title: String) -> String {
        let width = Double(buffer.size.width) * Self.cellWidth + 2 * Self.margin
        let height = Double(buffer.size.height) * Self.cellHeight + Self.titleHeight + 2 * Self.margin
        var parts = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width.short)" height="\(height.short)" \
            viewBox="0 0 \(width.short) \(height.short)" font-size="14" xml:space="preserve" \
            font-family="'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono', monospace">
            """,
            window(width: width, height: height, title: title),
            "<g transform=\"translate(\(Self.margin.short) \((Self.titleHeight + Self.margin).short))\">",
        ]
        parts += cells()
        if let cursor { parts.append(cursorMark(cursor)) }
        parts += ["</g>", "</svg>", ""]
        return parts.joined(separator: "\n")
    }

    private func window(width: Double, height: Double, title: String) -> String {
        let buttons = [0xFF5F57, 0xFEBC2E, 0x28C840].enumerated().map { index, color in
            "<circle cx=\"\(20 + 20 * index)\" cy=\"16\" r=\"6\" fill=\"\(RGB(hex: UInt32(color)).name)\"/>"
        }
        let background = theme.page.name
        return """
            <rect width="\(width.short)" height="\(height.short)" rx="9" fill="\(theme.frame.name)"/>
            <path d="M0 32H\(width.short)V\((height - 9).short)a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9Z" fill="\(background)"/>
            \(buttons.joined())
            <text x="\((width / 2).short)" y="21" text-anchor="middle" font-size="13" \
            fill="\(theme.text.name)" fill-opacity="0.75">\(Self.cleaned(title).xmlEscaped)</text>
            """
    }

    /// All backgrounds lie below all inks.
    private func cells() -> [String] {
        var grounds = SVGLayers()
        var inks = SVGLayers()
        for y in 0..<buffer.size.height {
            for run in SVGRun.runs(of: buffer, row: y) {
                let colors = colors(of: run.style)
                if let ground = colors.background {
                    // Slightly wider than the cells, because the renderer's smoothing would show seams between
                    // neighbors.
                    let width = Double(run.columns) * Self.cellWidth + 0.3
                    grounds[.init(color: ground)].areas.append(SVGArea(left(run.column), top(y), width, 18.3))
                }
                draw(run, y: y, color: colors.ink, into: &inks)
            }
        }
        return grounds.svg + inks.svg
    }

    private func draw(_ run: SVGRun, y: Int, color: String, into inks: inout SVGLayers) {
        let visible: Style.Attributes = [.bold, .dim]
        let ink = SVGLayer.Ink(color: color, attributes: run.style.attributes.intersection(visible))
        for piece in run.pieces {
            guard let shape = piece.shape else {
                inks[ink].words.append(word(piece, y: y))
                continue
            }
            var shade = ink
            shade.opacity = shape.opacity
            // The weight of a font does not affect a shape.
            shade.attributes.formIntersection(.dim)
            inks[shade].areas += shape.areas.map { $0.moved(x: left(piece.column), y: top(y)) }
            inks[shade].curves += shape.curve?.path(x: left(piece.column), y: top(y)) ?? ""
        }
        guard run.style.attributes.contains(.underline) else { return }
        let width = Double(run.columns) * Self.cellWidth
        inks[ink].areas.append(SVGArea(left(run.column), top(y) + Self.baseline + 2, width, 1))
    }

    private func word(_ piece: SVGRun.Piece, y: Int) -> String {
        let place = "x=\"\(left(piece.column).short)\" y=\"\((top(y) + Self.baseline).short)\""
        // In any monospace font, the letters of ASCII have the same width.
        let isLetter = piece.text.utf8.count == 1
        let width = (Double(piece.columns) * Self.cellWidth).short
        let fit = isLetter ? "" : " textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\""
        return "<text \(place)\(fit)>\(piece.text.xmlEscaped)</text>"
    }

    private func colors(of style: Style) -> (ink: String, background: String?) {
        let ink = theme.name(of: style.foreground) ?? theme.text.name
        let background = theme.name(of: style.background)
        guard style.attributes.contains(.reverse) else { return (ink, background) }
        return (background ?? theme.page.name, ink)
    }

    private func cursorMark(_ cursor: Cursor) -> String {
        let place = "x=\"\(left(cursor.position.x).short)\" y=\"\(top(cursor.position.y).short)\""
        return "<rect \(place) width=\"2\" height=\"18\" fill=\"\(theme.text.name)\"/>"
    }

    private func left(_ column: Int) -> Double { Double(column) * Self.cellWidth }
    private func top(_ row: Int) -> Double { Double(row) * Self.cellHeight }

    /// Cleans a title, which comes from outside like the text of cells.
    private static func cleaned(_ title: String) -> String { GlyphReader(title).map(\.text).joined() }
}

extension String {
    fileprivate var xmlEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // These are not valid characters in XML.
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Buffer {
    /// The frame as a picture of a terminal window.
    package func svg(title: String = "", theme: PictureTheme = PictureTheme(), cursor: Cursor? = nil) -> String {
        SVGPicture(buffer: self, theme: theme, cursor: cursor).document(title: title)
    }
}

/// The look, in a picture, of those colors that belong to the terminal: text, page and the first sixteen.
package struct PictureTheme: Sendable {
    package var text: RGB
    package var page: RGB
    var palette = Palette.xterm

    package init(text: RGB = .white, page: RGB = .black) { (self.text, self.page) = (text, page) }

    /// The color of the window around the page.
    var frame: RGB { page.mixed(with: text, part: 0.06) }

    /// The color as SVG has it; nil for the terminal's default.
    func name(of color: Color) -> String? { color.look(in: palette)?.name }
}
