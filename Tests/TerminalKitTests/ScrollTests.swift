import Testing

@testable import TerminalKit

struct ScrollTests {
    @Test func movingScrollsNoFurtherThanNeeded() {
        var scroll = Scroll()
        scroll.move(by: 3, count: 10, height: 4)
        #expect(scroll == Scroll(selected: 3, offset: 0))
        scroll.move(by: 1, count: 10, height: 4)
        #expect(scroll == Scroll(selected: 4, offset: 1))
        scroll.move(by: -2, count: 10, height: 4)
        #expect(scroll == Scroll(selected: 2, offset: 1))
        scroll.move(by: 99, count: 10, height: 4)
        #expect(scroll == Scroll(selected: 9, offset: 6))
        scroll.move(by: -99, count: 10, height: 4)
        #expect(scroll == Scroll(selected: 0, offset: 0))
    }

    @Test func rowsThatGoTakeTheSelectionAlong() {
        var scroll = Scroll(selected: 9, offset: 6)
        scroll.clamp(count: 3, height: 4)
        #expect(scroll == Scroll(selected: 2, offset: 0))
        scroll.clamp(count: 0, height: 0)
        #expect(scroll == Scroll(selected: 0, offset: 0))
    }
}
