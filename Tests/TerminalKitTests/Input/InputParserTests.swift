import TestSupport
import Testing

@testable import TerminalKit

/// The parser makes the same events of bytes that arrive at once or one by one.
struct InputParserTests {
    static let cases: [(String, [InputEvent])] = [
        ("aZ é日", [key("a"), key("Z"), key(" "), key("é"), key("日")]),
        ("\u{1}\u{1A}\u{0}", [key(.control("a")), key(.control("z")), key(.control(" "))]),
        ("\r\n\t\u{7F}\u{8}", [key(.enter), key(.enter), key(.tab), key(.backspace), key(.backspace)]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [key(.up), key(.down), key(.right), key(.left)]),
        ("\u{1B}OA\u{1B}OH\u{1B}OF", [key(.up), key(.home), key(.end)]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~", [key(.home), key(.end), key(.home), key(.end), key(.home)]),
        ("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~", [key(.insert), key(.delete), key(.pageUp), key(.pageDown)]),
        ("\u{1B}[1;5A\u{1B}[1;2B", [key(.up, .control), key(.down, .shift)]),
        ("\u{1B}[3;5~\u{1B}[1;3C", [key(.delete, .control), key(.right, .alt)]),
        (
            "\u{1B}OP\u{1B}OS\u{1B}[15~\u{1B}[24~",
            [key(.function(1)), key(.function(4)), key(.function(5)), key(.function(12))]
        ),
        ("\u{1B}[1;2P\u{1B}[11~\u{1B}[[E", [key(.function(1), .shift), key(.function(1)), key(.function(5))]),
        ("\u{1B}[Z", [key(.tab, .shift)]),
        ("\u{1B}a\u{1B}\u{7F}", [key(.character("a"), .alt), key(.backspace, .alt)]),
        ("\u{1B}[I\u{1B}[O", [.focusGained, .focusLost]),
        ("\u{1B}[200~a\r\nb\u{1B}[Ac\u{1B}[201~x", [.paste("a\nb\u{1B}[Ac"), key("x")]),
        ("\u{1B}[200~\u{1B}\u{1B}[201~", [.paste("\u{1B}")]),
        ("\u{1B}[<0;3;5M\u{1B}[<0;3;5m", [mouse(.press(.left), 2, 4), mouse(.release(.left), 2, 4)]),
        ("\u{1B}[<64;1;1M\u{1B}[<65;10;2M", [mouse(.scrollUp, 0, 0), mouse(.scrollDown, 9, 1)]),
        ("\u{1B}[<34;2;2M\u{1B}[<35;2;2M", [mouse(.moved(.right), 1, 1), mouse(.moved(nil), 1, 1)]),
        ("\u{1B}[M !!x", [key("x")]),
        (
            "\u{1B}[97;5u\u{1B}[27u\u{1B}[97;1:3u\u{1B}[27;5;105~",
            [key(.control("a")), key(.escape), key(.control("i"))]
        ),
        ("\u{1B}[?1u\u{1B}[?0ux", [.keyboardProtocolOffered, .keyboardProtocolOffered, key("x")]),
        ("\u{1B}[27;1:1u\u{1B}[98:66;2ux", [key(.escape), key("B"), key("x")]),
        (
            "\u{1B}[57417u\u{1B}[57418u\u{1B}[57419;5u\u{1B}[57420;129u\u{1B}[57421u\u{1B}[57422u",
            [key(.left), key(.right), key(.up, .control), key(.down), key(.pageUp), key(.pageDown)]
        ),
        (
            "\u{1B}[57423u\u{1B}[57424u\u{1B}[57425u\u{1B}[57426;2u\u{1B}[57414u",
            [key(.home), key(.end), key(.insert), key(.delete, .shift), key(.enter)]
        ),
        (
            (57399...57413).map { "\u{1B}[\($0);129u" }.joined() + "\u{1B}[57415u\u{1B}[57416u",
            "0123456789./*-+=,".map { key(.character($0)) }
        ),
        // Caps Lock, F13, the keypad's middle, Play, a lone Shift.
        ("\u{1B}[57358u\u{1B}[57376u\u{1B}[57427u\u{1B}[E\u{1B}[57428u\u{1B}[57441;2ux", [key("x")]),
        (
            "\u{1B}[1089::99;5u\u{1B}[1089:1057:99;6u\u{1B}[1078::59;3u",
            [key(.control("c")), key(.control("C")), key(.character(";"), .alt)]
        ),
        // Keys without a reported base key, and keys that are Latin already.
        ("\u{1B}[91;5u\u{1B}[104;5u\u{1B}[109;5u", [key(.escape), key(.backspace), key(.enter)]),
        ("\u{1B}[1089;5u\u{1B}[97::113;5u", [key(.control("с")), key(.control("a"))]),
        (
            "\u{1B}[47:63;4u\u{1B}[233:201;2u\u{1B}[1089:1057:99;2u",
            [key(.character("?"), .alt), key("É"), key("С")]
        ),
        ("\u{1B}[1089:1057:57420;5u\u{1B}[133;5u\u{1B}[0;5ux", [key(.control("с")), key("x")]),
        ("\u{1B}[?62;4cx\u{1B}[>1;2;3cy", [key("x"), key("y")]),
        ("\u{1B}]2;title\u{7}x\u{1B}P1$r0m\u{1B}\\y", [key("x"), key("y")]),
        ("\u{1B}_Gi=31;OK\u{1B}\\x\u{1B}_Gp=1,i=31;OK\u{1B}\\", [.imagesOffered, key("x"), .imagesOffered]),
        ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\x\u{1B}_Gi=32;OK\u{1B}\\\u{1B}_G\u{1B}\\y", [key("x"), key("y")]),
        ("\u{1B}_Gi=31;O\rx\u{1B}_Gi=31\u{3}", [key(.enter), key("x"), key(.control("c"))]),
        ("\u{1B}_Gi=31;OK\u{1B}[Ax", [key(.up), key("x")]),
        ("\u{1B}[9999;99999999999999999999~x", [key("x")]),
        ("\u{1B}]cut\u{1B}[Ax", [key(.up), key("x")]),
        ("\u{1B}[1;5\u{1B}[Bx", [key(.down), key("x")]),
    ]

    @Test(arguments: cases)
    func readsWholeAndByteByByte(input: String, events: [InputEvent]) {
        var parser = InputParser()
        #expect(parser.feed(input.utf8) == events)
        #expect(input.utf8.flatMap { parser.feed([$0]) } == events)
        #expect(!parser.isWaiting)
    }

    @Test func aLoneEscapeIsTheKeyOnceNothingFollows() {
        var parser = InputParser()
        #expect(parser.feed([0x1B]) == [])
        #expect(parser.isWaiting)
        #expect(parser.flush() == [Self.key(.escape)])
        #expect(!parser.isWaiting)
        #expect(parser.feed("[A".utf8) == [Self.key("["), Self.key("A")])
    }

    @Test func anIntroducerWithoutASequenceIsAnAltKey() {
        for character in "[O]P_^X" {
            var parser = InputParser()
            #expect(parser.feed([0x1B] + Array(String(character).utf8)) == [])
            #expect(parser.flush() == [Self.key(.character(character), .alt)])
        }
    }

    @Test func controlCRightAfterEscapeIsNotLost() {
        var parser = InputParser()
        #expect(parser.feed([0x1B, 0x03]) == [Self.key(.escape), Self.key(.character("c"), .control)])
    }

    @Test func halfASequenceIsDroppedInTime() {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}[1;".utf8) == [])
        #expect(parser.flush() == [])
        #expect(parser.feed("q".utf8) == [Self.key("q")])
    }

    /// Over a slow line, the rest may come late, and must not be mistaken for keys.
    @Test func anAnswerAboutImagesMayComeInPieces() {
        let answer = Array("\u{1B}_Gi=31;OK\u{1B}\\".utf8)
        for cut in 3..<answer.count {
            var parser = InputParser()
            #expect(parser.feed(answer[..<cut]) == [])
            #expect(!parser.isWaiting)
            #expect(parser.flush() == [])
            #expect(parser.feed(answer[cut...]) == [.imagesOffered], "cut at \(cut)")
        }
    }

    @Test func theParserStopsWaitingForAnAnswerThatIsTooLong() {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}_G".utf8 + Array(repeating: UInt8(ascii: "a"), count: 1000)) == [])
        #expect(parser.isWaiting)
        #expect(parser.flush() == [])
        #expect(parser.feed("q".utf8) == [Self.key("q")])
    }

    @Test func invalidUTF8IsDropped() {
        var parser = InputParser()
        let bytes: [UInt8] = [
            0xFF, 0xC3, 0x41, 0xE2, 0x82, 0x42, 0xED, 0xA0, 0x80, 0xC2, 0x9B, 0x43, 0xF4, 0xBF, 0xBF, 0xBF,
        ]
        #expect(parser.feed(bytes) == [Self.key("A"), Self.key("B"), Self.key("C")])
    }

    @Test func endlessSequencesTakeNoMemory() {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}[".utf8) == [])
        for _ in 0..<1000 { #expect(parser.feed(Array(repeating: UInt8(ascii: "1"), count: 1000)) == []) }
        #expect(parser.sequence.count <= InputParser.sequenceLimit + 1)
        #expect(parser.feed("Ax".utf8) == [Self.key("x")])
    }

    @Test func aPasteBeyondTheLimitIsCutAndStillEnds() {
        var parser = InputParser()
        _ = parser.feed("\u{1B}[200~".utf8)
        for _ in 0..<3 { _ = parser.feed(Array(repeating: UInt8(ascii: "p"), count: 1 << 19)) }
        let events = parser.feed("\u{1B}[201~q".utf8)
        #expect(events == [.paste(String(repeating: "p", count: PasteAssembler.limit)), Self.key("q")])
    }

    @Test func rubbishNeverCrashesNorDependsOnHowItIsSplit() {
        let alphabet =
            Array("\u{1B}\u{1B}\u{1B}[[]OP_G=<;:?0123456789AMmu~\u{7}\u{8}\\é日".utf8) + [0xFF, 0x9B, 0x80, 0xF0]
        for seed in UInt64(0)..<2000 {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            var whole = InputParser()
            var split = InputParser()
            let expected = whole.feed(bytes)
            #expect(bytes.flatMap { split.feed([$0]) } == expected, "seed \(seed)")
            #expect(whole.flush() == split.flush(), "seed \(seed)")
        }
    }

    private static func key(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> InputEvent {
        .key(Key(code, modifiers))
    }
    private static func key(_ key: Key) -> InputEvent { .key(key) }
    private static func mouse(_ kind: Mouse.Kind, _ x: Int, _ y: Int) -> InputEvent {
        .mouse(Mouse(kind, at: Point(x: x, y: y)))
    }
}
