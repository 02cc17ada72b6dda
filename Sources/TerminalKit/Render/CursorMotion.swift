/// The shortest way to move the cursor.
enum CursorMotion {
    static func bytes(from start: Point?, to end: Point) -> [UInt8] {
        let absolute = ControlSequence.moveTo(end)
        guard let start else { return absolute }
        let relative = start.y == end.y ? alongRow(from: start.x, to: end.x) : acrossRows(from: start, to: end)
        guard let relative, relative.count < absolute.count else { return absolute }
        return relative
    }

    private static func alongRow(from start: Int, to end: Int) -> [UInt8]? {
        if start == end { return [] }
        if end == 0 { return [0x0D] }
        if start > end, start - end < 4 { return Array(repeating: 0x08, count: start - end) }
        return start < end
            ? ControlSequence.csi(end - start, UInt8(ascii: "C")) : ControlSequence.csi(start - end, UInt8(ascii: "D"))
    }

    private static func acrossRows(from start: Point, to end: Point) -> [UInt8]? {
        let down = end.y - start.y
        if end.x == 0, down > 0, down < 4 { return [0x0D] + Array(repeating: 0x0A, count: down) }
        guard start.x == end.x else { return nil }
        return down > 0 ? ControlSequence.csi(down, UInt8(ascii: "B")) : ControlSequence.csi(-down, UInt8(ascii: "A"))
    }
}
