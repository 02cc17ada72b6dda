/// Shows which part of a list is visible. It takes one column and is drawn only if not everything fits.
package struct Scrollbar: Sendable {
    package var offset: Int
    package var visible: Int
    package var total: Int
    package var style: Style

    package init(offset: Int, visible: Int, total: Int, style: Style = .dim) {
        self.offset = offset
        self.visible = visible
        self.total = total
        self.style = style
    }

    package func draw(into buffer: inout Buffer, in area: Rect) {
        guard total > visible, visible > 0, area.height > 1 else { return }
        var track = area
        track = track.removeRight(1)
        buffer.fill(track, with: "│", style: style)
        let length = max(1, area.height * visible / total)
        let start = (area.height - length) * offset.clamped(to: total - visible) / (total - visible)
        buffer.fill(track.inset(top: start, bottom: area.height - length - start), with: "█", style: style)
    }
}
