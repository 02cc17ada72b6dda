import TestSupport
import Testing

@testable import TerminalKit

/// Drawing into cells.
struct BufferTests {
    @Test func drawingIsClippedAtTheEdges() {
        #expect(picture(4, 2) { $0.draw("abcdef", at: Point(x: 2, y: 1)) } == "\n  ab")
        #expect(picture(4, 1) { $0.draw("abcdef", at: Point(x: -2, y: 0)) } == "cdef")
        #expect(picture(4, 1) { $0.draw("abc", at: Point(x: 0, y: 5)) } == "")
        #expect(picture(9, 1) { $0.draw("abcdef", at: .zero, clippedTo: Rect(x: 1, width: 3, height: 1)) } == " bcd")
    }

    @Test func aWideCharacterCutByAnEdgeIsASpace() {
        #expect(picture(3, 1) { $0.draw("日本", at: .zero) } == "日")
        #expect(picture(3, 1) { $0.draw("日本", at: Point(x: -1, y: 0)) } == " 本")
        #expect(picture(1, 1) { $0.draw("日", at: .zero) } == "")
    }

    @Test func overwritingHalfAWideCharacterRepairsTheOther() {
        #expect(
            picture(4, 1) {
                $0.draw("日本", at: .zero); $0.draw("x", at: .zero)
            } == "x 本"
        )
        #expect(
            picture(4, 1) {
                $0.draw("日本", at: .zero); $0.draw("x", at: Point(x: 1, y: 0))
            } == " x本"
        )
        #expect(
            picture(4, 1) {
                $0.draw("日本", at: .zero); $0.draw("語", at: Point(x: 1, y: 0))
            } == " 語"
        )
    }

    @Test func everyPairStaysWhole() {
        for seed in UInt64(0)..<500 {
            var random = SeededGenerator(seed: seed)
            var buffer = Buffer(size: Size(width: 12, height: 1))
            for _ in 0..<20 {
                let x = Int.random(in: -2..<13, using: &random)
                buffer.draw(["日", "a", "👩‍👩‍👧‍👦", " "].randomElement(using: &random) ?? "", at: Point(x: x, y: 0))
            }
            for x in 0..<12 {
                let isPaired = buffer[x, 0].glyph.width == 2
                #expect((buffer[x + 1, 0].glyph == .continuation) == isPaired, "seed \(seed) at \(x)")
            }
        }
    }

    @Test func aCellIsSmall() {
        #expect(MemoryLayout<Cell>.stride <= 24)
    }

    @Test func drawingReturnsTheColumnAfterTheText() {
        var buffer = Buffer(size: Size(width: 10, height: 1))
        #expect(buffer.draw("日a", at: Point(x: 1, y: 0)) == 4)
    }

    @Test func asciiBuffersHoldOnlyASCIIOfTheSameWidth() {
        let shown = picture(30, 1, .ascii) { $0.draw("★ ▲ café ─│┌ 日 … ₅ ₿ 👩‍👩‍👧‍👦 Zürich", at: .zero) }
        #expect(shown == "* ^ cafe -|+ __ ~ _ _ __ Zuric")
    }

    /// `A` and `♦` with the selector that makes them emoji, a Chinese character, one of our own symbols as an emoji.
    @Test func onTheConsoleNothingIsWide() {
        let shown = picture(20, 1, .console) { $0.draw("A\u{FE0F}|♦\u{FE0F}|日|◼\u{FE0F}|", at: .zero) }
        #expect(shown == "__|__|__|__|")
    }

    @Test func onTheConsoleCharactersThatItsFontsLackAreReplaced() {
        let shown = picture(30, 1, .console) { $0.draw("★ ● ▌ ▂▄▇ café ╭━╮ ₅ ┃ 👩‍👩‍👧‍👦 …", at: .zero) }
        #expect(shown == "* • █ ░▒█ café ┌─┐ _ │ __ ~")
    }

    @Test func everySymbolHasAReplacementOfItsWidth() {
        for value in [UInt32](0xA0...0x2FFF) {
            guard let scalar = Unicode.Scalar(value), let glyph = Glyph.cleaned(Character(scalar), charset: .ascii),
                let onConsole = Glyph.cleaned(Character(scalar), charset: .console)
            else {
                continue
            }
            #expect(onConsole.width == glyph.width)
            #expect(glyph.text.utf8.count == glyph.width && glyph.text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
            #expect(glyph.width == Glyph.cleaned(Character(scalar), charset: .unicode)?.width)
        }
    }

    @Test func clustersBeyondTheTablesLimitAreShownAsUnknown() {
        #expect(GlyphTable.text(of: 1_000_000) == "\u{FFFD}")
    }

    @Test func fillingAndRestylingStayWithinTheArea() {
        var buffer = Buffer(size: Size(width: 4, height: 2))
        buffer.fill(Rect(x: 2, y: 0, width: 9, height: 1), with: "x")
        buffer.restyle(Rect(x: -1, y: 1, width: 2, height: 9)) { $0.background = .blue }
        #expect(buffer.text == "  xx\n")
        #expect(buffer[0, 1].style.background == .blue)
        #expect(buffer[1, 1].style.background == .terminalDefault)
        #expect(buffer[0, 0].style.background == .terminalDefault)
    }
}
