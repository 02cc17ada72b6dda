import Testing

@testable import TerminalKit

/// Text measured, cut and cleaned.
struct TextTests {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("🇨🇭", 2), ("❤️", 2), ("❤", 1), ("★", 1), ("ｗ", 2),
        ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{301}", 0), ("a\u{200B}b", 2), ("1️⃣", 2), ("─│█", 3), ("₿", 1),
        ("\u{1F3FD}", 2), ("\u{FE0F}", 0),
    ])
    func columnsFollowUnicode(text: String, columns: Int) {
        #expect(text.columnCount == columns)
    }

    /// Trigrams, digrams, hexagrams, Tai Xuan Jing and counting rods are wide since Unicode 16; their neighbors are not.
    @Test(
        arguments: [
            (0x262F, 1), (0x2630, 2), (0x2637, 2), (0x2638, 1), (0x2689, 1), (0x268A, 2), (0x268F, 2), (0x2690, 1),
            (0x4DBF, 2), (0x4DC0, 2), (0x4DFF, 2), (0x4E00, 2), (0x1D2FF, 1), (0x1D300, 2), (0x1D356, 2), (0x1D357, 1),
            (0x1D360, 2), (0x1D376, 2), (0x1D377, 1),
        ] as [(UInt32, Int)]
    )
    func columnsFollowTheLatestUnicode(value: UInt32, columns: Int) throws {
        #expect(try #require(Unicode.Scalar(value)).columns == columns)
    }

    @Test(arguments: [
        ("red\u{1B}[31m", "red[31m"), ("a\u{7}b\u{0}c", "abc"), ("a\tb\r\nc", "a b c"), ("a\u{9B}31mb", "a31mb"),
        ("\u{202E}evil\u{2066}", "evil"), ("a\u{200B}\u{FEFF}b", "ab"), ("\u{301}x", "x"), ("\u{200D}x", "x"),
        ("x\u{E0041}", "x\u{E0041}"), ("\u{E0041}\u{E0042}", ""),
    ])
    func nothingFromOutsideControlsTheTerminal(text: String, shown: String) {
        #expect(picture(20, 1) { $0.draw(text, at: .zero) } == shown)
    }

    /// Figures are read on a quick path.
    @Test func figuresAreCutIntoTheClustersOfUnicode() {
        let figures = ["─", "▁", "▇", "▲", "▶", "⣿"]
        for figure in figures {
            for next in figures + ["", "a", "\n", "é", "\u{301}", "\u{FE0F}", "\u{200D}▶", "\u{20E3}", "日"] {
                let text = "x" + figure + next
                let expected = text.map { $0.isNewline ? " " : String($0) }
                #expect(GlyphReader(text).map(\.text) == expected, "\(text.unicodeScalars.map(\.value))")
            }
        }
    }

    @Test func everyControlIsStripped() {
        for value in [0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let shown = picture(4, 1) { $0.draw("a\(Character(scalar))b", at: .zero) }
            #expect(shown == "ab" || shown == "a b", "U+\(String(value, radix: 16))")
        }
    }

    @Test func aHeapOfMarksIsCutToItsBase() {
        let heap = "e" + String(repeating: "\u{301}", count: 1000)
        #expect(picture(4, 1) { $0.draw(heap, at: .zero) } == "e")
    }

    @Test func truncationEndsInAnEllipsis() {
        #expect("Bitcoin".truncated(toColumns: 7) == "Bitcoin")
        #expect("Bitcoin".truncated(toColumns: 4) == "Bit…")
        #expect("日本語".truncated(toColumns: 4) == "日…")
        #expect("Bitcoin".truncated(toColumns: 0) == "")
    }

    @Test func paddingFillsExactly() {
        #expect("ab".padded(toColumns: 5) == "ab   ")
        #expect("ab".padded(toColumns: 5, alignment: .right) == "   ab")
        #expect("ab".padded(toColumns: 5, alignment: .center) == " ab  ")
        #expect("日本語".padded(toColumns: 4) == "日… ")
    }

    @Test func aLineIsCutInTheSpanThatNoLongerFits() {
        let line = Line([Span("abc", .bold), Span("def")])
        #expect(line.truncated(toColumns: 6) == line)
        #expect(line.truncated(toColumns: 5) == Line([Span("abc", .bold), Span("d…")]))
        #expect(line.truncated(toColumns: 4) == Line([Span("abc", .bold), Span("…")]))
        #expect(line.truncated(toColumns: 3) == Line([Span("ab…", .bold)]))
    }

    @Test func linesWrapBetweenWords() {
        let line = Line("The server closed the connection.")
        #expect(line.wrapped(toColumns: 12).map(\.text) == ["The server ", "closed the ", "connection."])
        #expect(Line("abcdefgh ij").wrapped(toColumns: 3).map(\.text) == ["abc", "def", "gh ", "ij"])
        #expect(Line("a\n\nb").wrapped(toColumns: 3).map(\.text) == ["a", "", "b"])
        #expect(Line("日本語").wrapped(toColumns: 3).map(\.text) == ["日", "本", "語"])
    }
}
