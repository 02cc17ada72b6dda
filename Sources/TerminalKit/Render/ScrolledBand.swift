/// Rows that the next frame shows as the last one did, only further up or down. A terminal moves them in a few bytes.
///
/// A list may have something else on its right. So the left half of a row decides whether it has moved, and the rest is
/// repainted.
struct ScrolledBand: Equatable {
    /// All rows of the band, including those that leave and those that are new.
    let rows: Range<Int>
    /// How far the rows move up; negative for down.
    let shift: Int

    /// As many rows as a turn of the wheel moves.
    private static let shiftMax = 3
    /// Fewer rows can be written as fast.
    private static let rowsMin = 4

    /// The largest band; nil if there is none that is worth it.
    init?(from previous: Buffer, to next: Buffer) {
        guard previous.size == next.size, next.size.height > Self.rowsMin else { return nil }
        var best: (rows: Range<Int>, shift: Int)?
        for shift in 1...Self.shiftMax {
            for signed in [shift, -shift] {
                let kept = Self.longestRun(previous, next, shift: signed)
                if kept.count >= Self.rowsMin, kept.count > best?.rows.count ?? 0 { best = (kept, signed) }
            }
        }
        guard let best else { return nil }
        let top = min(best.rows.lowerBound, best.rows.lowerBound + best.shift)
        let bottom = max(best.rows.upperBound, best.rows.upperBound + best.shift)
        (rows, shift) = (top..<bottom, best.shift)
    }

    /// The rows of the next frame whose left half was `shift` rows further down, and that showed something else.
    private static func longestRun(_ previous: Buffer, _ next: Buffer, shift: Int) -> Range<Int> {
        var best = 0..<0
        var start: Int?
        let columns = (next.size.width + 1) / 2
        for y in 0...next.size.height {
            let isKept =
                y < next.size.height && 0..<next.size.height ~= y + shift
                && next.row(y).prefix(columns) == previous.row(y + shift).prefix(columns)
                && next.row(y).prefix(columns) != previous.row(y).prefix(columns)
            if isKept, start == nil { start = y }
            if !isKept, let first = start {
                if y - first > best.count { best = first..<y }
                start = nil
            }
        }
        return best
    }
}
