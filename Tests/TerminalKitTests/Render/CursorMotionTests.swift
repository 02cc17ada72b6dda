import TestSupport
import Testing

@testable import TerminalKit

/// The bytes of a move, and where they lead.
struct CursorMotionTests {
    @Test(
        arguments: [
            (nil, Point(x: 0, y: 4), "\u{1B}[5H"), (nil, Point(x: 9, y: 4), "\u{1B}[5;10H"),
            (Point(x: 9, y: 4), Point(x: 9, y: 4), ""),
            // Along the row.
            (Point(x: 9, y: 4), Point(x: 0, y: 4), "\r"), (Point(x: 9, y: 4), Point(x: 6, y: 4), "\u{8}\u{8}\u{8}"),
            (Point(x: 9, y: 4), Point(x: 4, y: 4), "\u{1B}[5D"), (Point(x: 9, y: 4), Point(x: 10, y: 4), "\u{1B}[C"),
            (Point(x: 9, y: 4), Point(x: 40, y: 4), "\u{1B}[31C"),
            // Across rows.
            (Point(x: 9, y: 4), Point(x: 0, y: 6), "\r\n\n"), (Point(x: 9, y: 4), Point(x: 0, y: 8), "\u{1B}[9H"),
            (Point(x: 9, y: 4), Point(x: 9, y: 5), "\n"), (Point(x: 9, y: 4), Point(x: 9, y: 9), "\u{1B}[5B"),
            (Point(x: 9, y: 4), Point(x: 9, y: 3), "\u{1B}[A"),
            // Both, as from one figure of a column to the next.
            (Point(x: 170, y: 40), Point(x: 164, y: 41), "\u{1B}[6D\n"),
            (Point(x: 170, y: 40), Point(x: 168, y: 41), "\u{8}\u{8}\n"),
            (Point(x: 170, y: 40), Point(x: 180, y: 42), "\u{1B}[10C\n\n"),
            (Point(x: 170, y: 40), Point(x: 169, y: 38), "\u{8}\u{1B}[2A"),
            (Point(x: 9, y: 4), Point(x: 99, y: 3), "\u{1B}[4;100H"),
        ] as [(Point?, Point, String)]
    )
    func aMoveTakesTheFewestBytes(start: Point?, end: Point, bytes: String) {
        #expect(String(decoding: CursorMotion.bytes(from: start, to: end), as: UTF8.self) == bytes)
    }

    @Test func everyMoveLeadsToItsEnd() {
        var random = SeededGenerator(seed: 1)
        var terminal = ModelTerminal(size: Size(width: 130, height: 40))
        var place: Point?
        for _ in 0..<2_000 {
            let isNear = Bool.random(using: &random)
            var end = Point(x: .random(in: 0..<130, using: &random), y: .random(in: 0..<40, using: &random))
            if isNear {
                end.x = (terminal.x + .random(in: -5...5, using: &random)).clamped(to: 129)
                end.y = (terminal.y + .random(in: -5...5, using: &random)).clamped(to: 39)
            }
            terminal.feed(CursorMotion.bytes(from: place, to: end))
            #expect(Point(x: terminal.x, y: terminal.y) == end, "from \(String(describing: place))")
            place = end
        }
        #expect(terminal.unknown == [])
    }
}
