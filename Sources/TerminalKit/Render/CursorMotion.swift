/// The shortest way to move the cursor.
enum CursorMotion {
    static func bytes(from start: Point?, to end: Point) -> [UInt8] {
        let absolute = ControlSequence.moveTo(end)
        guard let start else { return absolute }
        let relative = alongRow(from: start.x, to: end.x) + acrossRows(from: start.y, to: end.y)
        return relative.count < absolute.count ? relative : absolute
    }

    private static func alongRow(from start: Int, to end: Int) -> [UInt8] {
        if start == end { return [] }
        if end == 0 { return [0x0D] }
        if start > end, start - end < 4 { return Array(repeating: 0x08, count: start - end) }
        return start < end
            ? ControlSequence.csi(end - start, UInt8(ascii: "C")) : ControlSequence.csi(start - end, UInt8(ascii: "D"))
    }

    /// A line feed keeps the column, because a raw terminal translates nothing.
    private static func acrossRows(from start: Int, to end: Int) -> [UInt8] {
        if start <= end, end - start < 4 { return Array(repeating: 0x0A, count: end - start) }
        return start < end
            ? ControlSequence.csi(end - start, UInt8(ascii: "B")) : ControlSequence.csi(start - end, UInt8(ascii: "A"))
    }
}
