/// Turns frames into bytes: those that change the terminal from the last frame to the next. It is a value. Its bytes
/// must be written completely, or not at all (then call `invalidate`).
package struct Renderer {
    private let erasesWithBackground: Bool
    private var colors: ColorTable
    private var shown: Buffer?
    private var shownCursor: Cursor?
    private var pen: Pen
    private var images = ImageBoard()
    /// Whether the terminal may have lost images.
    private var distrustsImages = false

    package init(capabilities: Capabilities) {
        erasesWithBackground = capabilities.erasesWithBackground
        colors = ColorTable(depth: capabilities.colors)
        pen = Pen(colors: colors)
    }

    /// Uses these colors, and repaints everything if they are others than before.
    mutating func take(_ colors: ColorTable) {
        if colors == self.colors { return }
        self.colors = colors
        pen = Pen(colors: colors)
        invalidate(keepingImages: true)
    }

    /// Forgets what the terminal shows, so that the next frame paints everything.
    /// - Parameter keepingImages: whether the terminal certainly still has its images. It does after a change of size,
    ///   but maybe not after it was lent to another program.
    package mutating func invalidate(keepingImages: Bool = false) {
        shown = nil
        if !keepingImages { distrustsImages = true }
    }

    /// Whether the last frame had no room for some images.
    package var isBehind: Bool { images.isBehind }

    /// The bytes for one frame; empty if nothing visible has changed.
    package mutating func frame(_ next: Buffer, cursor: Cursor? = nil) -> [UInt8] {
        let isRepaint = shown?.size != next.size
        if isRepaint { pen.forget() }
        let imagesCleared = isRepaint ? clearedImages() : []
        let admitted = images.admit(next.placements)
        var next = next
        next.clear(below: admitted)
        var painter = FramePainter(
            from: isRepaint ? cleared(next.size) : shown ?? next,
            to: next,
            pen: pen,
            erasesWithBackground: erasesWithBackground
        )
        if isRepaint { painter.clear(imagesCleared) }
        painter.paint()
        painter.show(admitted, on: &images)
        let bytes = wrapped(painter, cursor: cursor, isRepaint: isRepaint)
        pen = painter.pen
        shown = next
        shownCursor = cursor
        return bytes
    }

    /// The content of a cleared screen. If clearing does not paint the page, the cells differ from every blank, so all
    /// are repainted.
    private func cleared(_ size: Size) -> Buffer {
        var buffer = Buffer(size: size)
        if colors.paintsPage, !erasesWithBackground { buffer.fill(buffer.area, style: .underline) }
        return buffer
    }

    private mutating func clearedImages() -> [UInt8] {
        defer { distrustsImages = false }
        return distrustsImages ? images.dropAll() : images.hideAll()
    }

    /// Fewer bytes than these fit into one write and arrive together anyway.
    private static let synchronizedMin = 512

    private func wrapped(_ painter: FramePainter, cursor: Cursor?, isRepaint: Bool) -> [UInt8] {
        let tail = cursorBytes(painter, cursor: cursor, isRepaint: isRepaint)
        guard painter.bytes.count >= Self.synchronizedMin else { return painter.bytes + tail }
        return ControlSequence.beginFrame + painter.bytes + tail + ControlSequence.endFrame
    }

    private func cursorBytes(_ painter: FramePainter, cursor: Cursor?, isRepaint: Bool) -> [UInt8] {
        let wasShown = shownCursor != nil && !isRepaint
        guard let cursor else { return wasShown || isRepaint ? ControlSequence.hideCursor : [] }
        let mustMove = cursor != shownCursor || isRepaint || !painter.bytes.isEmpty
        let move = mustMove ? CursorMotion.bytes(from: painter.cursor, to: cursor.position) : []
        return move + (wasShown ? [] : ControlSequence.showCursor)
    }
}
