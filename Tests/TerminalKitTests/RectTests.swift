import Testing

@testable import TerminalKit

struct RectTests {
    @Test func cuttingTakesFromTheRest() {
        var rest = Rect(width: 80, height: 24)
        #expect(rest.removeTop(2) == Rect(x: 0, y: 0, width: 80, height: 2))
        #expect(rest.removeBottom(1) == Rect(x: 0, y: 23, width: 80, height: 1))
        #expect(rest.removeLeft(10) == Rect(x: 0, y: 2, width: 10, height: 21))
        #expect(rest.removeRight(5) == Rect(x: 75, y: 2, width: 5, height: 21))
        #expect(rest == Rect(x: 10, y: 2, width: 65, height: 21))
    }

    @Test func cuttingMoreThanThereIsLeavesNothing() {
        var rest = Rect(width: 3, height: 2)
        #expect(rest.removeTop(9) == Rect(width: 3, height: 2))
        #expect(rest.isEmpty && rest.removeTop(1).isEmpty)
        #expect(rest.removeLeft(-4).isEmpty)
        #expect(Rect(width: 3, height: 3).inset(by: 2).isEmpty)
        #expect(Size(width: -1, height: -1) == .zero)
    }

    @Test func centeringStaysInside() {
        #expect(Rect(width: 10, height: 5).centered(Size(width: 4, height: 3)) == Rect(x: 3, y: 1, width: 4, height: 3))
        #expect(Rect(width: 2, height: 1).centered(Size(width: 4, height: 3)) == Rect(width: 2, height: 1))
    }
}
