/// Draws a buffer as SVG on an exact grid: each word is placed by itself and told how wide to be, lines and blocks are
/// shapes instead of letters, so that no font can pull them apart.
struct SVGPicture {
    /// Of one cell, in pixels: what a 14 pixel monospace font takes.
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
        for y in 0..<buffer.size.height { parts += row(y) }
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

    private func row(_ y: Int) -> [String] {
        let runs = SVGRun.runs(of: buffer, row: y)
        return runs.compactMap { background(of: $0, y: y) } + runs.flatMap { ink(of: $0, y: y) }
    }

    private func background(of run: SVGRun, y: Int) -> String? {
        guard let color = colors(of: run.style).background else { return nil }
        // A hair wider than the cells, or the renderer's smoothing would show seams between neighbours.
        let width = Double(run.columns) * Self.cellWidth + 0.3
        return
            "<rect x=\"\(x(run.column))\" y=\"\(top(y))\" width=\"\(width.short)\" height=\"18.3\" fill=\"\(color)\"/>"
    }

    private func ink(of run: SVGRun, y: Int) -> [String] {
        let attributes = inkAttributes(run.style)
        let pieces = run.pieces.map { piece in
            if let shape = piece.shape {
                return "<g transform=\"translate(\(x(piece.column)) \(top(y)))\"\(attributes)>\(shape)</g>"
            }
            let width = (Double(piece.columns) * Self.cellWidth).short
            let baseline = (Double(y) * Self.cellHeight + Self.baseline).short
            return "<text x=\"\(x(piece.column))\" y=\"\(baseline)\" textLength=\"\(width)\" "
                + "lengthAdjust=\"spacingAndGlyphs\"\(attributes)>\(piece.text.xmlEscaped)</text>"
        }
        guard run.style.attributes.contains(.underline) else { return pieces }
        let line = (Double(y) * Self.cellHeight + Self.baseline + 2.5).short
        let width = (Double(run.columns) * Self.cellWidth).short
        return pieces + ["<path d=\"M\(x(run.column)) \(line)h\(width)\" stroke=\"\(colors(of: run.style).ink)\"/>"]
    }

    private func inkAttributes(_ style: Style) -> String {
        let ink = colors(of: style).ink
        var attributes = " fill=\"\(ink)\" color=\"\(ink)\""
        if style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
        if style.attributes.contains(.dim) { attributes += " opacity=\"0.6\"" }
        return attributes
    }

    private func colors(of style: Style) -> (ink: String, background: String?) {
        let ink = theme.name(of: style.foreground) ?? theme.text.name
        let background = theme.name(of: style.background)
        guard style.attributes.contains(.reverse) else { return (ink, background) }
        return (background ?? theme.page.name, ink)
    }

    private func cursorMark(_ cursor: Cursor) -> String {
        let color = theme.text.name
        return
            "<rect x=\"\(x(cursor.position.x))\" y=\"\(top(cursor.position.y))\" width=\"2\" height=\"18\" fill=\"\(color)\"/>"
    }

    private func x(_ column: Int) -> String { (Double(column) * Self.cellWidth).short }
    private func top(_ row: Int) -> String { (Double(row) * Self.cellHeight).short }

    /// A title comes from outside as much as any cell does.
    private static func cleaned(_ title: String) -> String { GlyphReader(title).map(\.text).joined() }
}

extension Double {
    /// At most two decimals, as a picture needs no more.
    var short: String {
        let hundredths = Int((self * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)" }
        let fraction = abs(hundredths % 100)
        let sign = hundredths < 0 ? "-" : ""
        return "\(sign)\(abs(hundredths) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
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
            // Not characters at all in XML.
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
