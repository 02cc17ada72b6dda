import TestSupport
import Testing

@testable import TerminalKit

/// What terminals answer when they are asked about their colors, whole and in pieces, and what only looks like an answer.
struct ColorAnswerTests {
    private static let answers: [(String, [ColorAnswer])] = [
        ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", [.page(.white)]),
        ("\u{1B}]11;rgb:00/2b/36\u{7}", [.page(RGB(0, 0x2B, 0x36))]),
        ("\u{1B}]10;rgb:f/8/0\u{1B}\\", [.text(RGB(255, 136, 0))]),
        ("\u{1B}]10;rgb:800/fff/000\u{1B}\\", [.text(RGB(128, 255, 0))]),
        ("\u{1B}]11;#1f2328\u{1B}\\", [.page(RGB(0x1F, 0x23, 0x28))]),
        ("\u{1B}]11;rgba:ffff/0000/8080/cccc\u{1B}\\", [.page(RGB(255, 0, 0x80))]),
        ("\u{1B}]4;3;rgb:cdcd/cdcd/0000\u{1B}\\", [.indexed(3, RGB(0xCD, 0xCD, 0))]),
        ("\u{1B}]4;255;rgb:eeee/eeee/eeee\u{7}", [.indexed(255, RGB(0xEE, 0xEE, 0xEE))]),
        ("\u{1B}P1+r436F=323536\u{1B}\\", [.depth(.ansi256)]),
        ("\u{1B}P1+r436f=3136373737323136\u{1B}\\", [.depth(.trueColor)]),
        ("\u{1B}P1+r436F=3136\u{1B}\\", []),
        ("\u{1B}P1+r524742=382F382F38;436F=323536\u{1B}\\", [.depth(.trueColor), .depth(.ansi256)]),
        ("\u{1B}P1+r5463\u{1B}\\", [.depth(.trueColor)]),
    ]

    @Test(arguments: answers)
    func anAnswerIsReadHoweverItIsSplit(text: String, answers: [ColorAnswer]) {
        let events = answers.map(InputEvent.colorTold)
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = InputParser()
            #expect(parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...]) == events, "cut at \(cut)")
            #expect(!parser.isWaiting)
        }
    }

    /// Over a slow line the rest may take its time, and must not be taken for keys.
    @Test(arguments: answers)
    func anAnswerIsWaitedFor(text: String, answers: [ColorAnswer]) {
        let bytes = Array(text.utf8)
        for cut in 3..<bytes.count {
            var parser = InputParser()
            #expect(parser.feed(bytes[..<cut]) + parser.flush() == [])
            #expect(parser.feed(bytes[cut...]) == answers.map(InputEvent.colorTold), "cut at \(cut)")
        }
    }

    @Test(arguments: [
        "]11;?", "]11;", "]11", "]11;rgb:", "]11;rgb:1/2", "]11;rgb:1/2/3/4", "]11;rgb:11111/2/3", "]11;rgb:-1/+2/ 3",
        "]11;rgb:gg/00/00", "]11;rgba:1/2/3", "]11;hsl:1/2/3", "]11;#12345", "]11;#12345g", "]11;#-12345",
        "]110;rgb:0/0/0",
        "]4;256;rgb:0/0/0", "]4;-1;rgb:0/0/0", "]4;rgb:0/0/0", "]4;1;2;rgb:0/0/0", "]12;rgb:0/0/0", "]1;rgb:0/0/0",
        "P0+r436F", "P1+r", "P1+r=", "P1+r436F=", "P1+r436F=39393939393939393939393939393939393939", "P1+r436F=2D31",
        "P1+rzz", "P1+r4",
        "P1+r52474", "P1$r48;2;1m", "P1+R524742", "P1+r;;;;", "]4;;rgb:0/0/0",
    ])
    func whatIsNoAnswerMeansNothing(text: String) {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}\(text)\u{1B}\\x".utf8) == [.key("x")])
    }

    @Test func whatIsCutOffGivesWayToKeys() {
        for cut in ["\u{1B}]11;rgb:ff", "\u{1B}P1+r43", "\u{1B}]4;1;rgb:"] {
            var parser = InputParser()
            #expect(parser.feed((cut + "\rq").utf8) == [.key(Key(.enter)), .key("q")])
            #expect(parser.feed((cut + "\u{1B}[Aq").utf8) == [.key(Key(.up)), .key("q")])
        }
    }

    @Test func whatIsTooLongIsNoAnswerAndTakesNoMemory() {
        var parser = InputParser()
        _ = parser.feed(Array("\u{1B}]11;rgb:".utf8) + Array(repeating: UInt8(ascii: "f"), count: 100_000))
        #expect(parser.sequence.count <= InputParser.sequenceLimit + 1)
        #expect(parser.isWaiting)
        #expect(parser.flush() == [])
        #expect(parser.feed("q".utf8) == [.key("q")])
    }

    @Test func rubbishNeverCrashes() {
        let alphabet = Array("]]P10+r4;:/#rgbaf0123456789?=\u{7}\\é".utf8) + [0x1B, 0x1B, 0xFF]
        for seed in UInt64(0)..<2000 {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            var (whole, split) = (InputParser(), InputParser())
            #expect(whole.feed(bytes) == bytes.flatMap { split.feed([$0]) }, "seed \(seed)")
        }
    }

    @Test func theTerminalsWordReplacesWhatWasGuessed() {
        var colors = TerminalColors(depth: .ansi16, canDeepen: true, seemsLight: false)
        #expect(colors.isLight == false && colors.palettes == [.xterm, .linux])
        colors.learn(.page(.white))
        #expect(colors.isLight == true)
        colors.learn(.indexed(.max, RGB(0xEE, 0xEE, 0xEE)))
        #expect(colors.depth == .ansi256, "who has a last one of 256 has all")
        colors.learn(.depth(.ansi16))
        #expect(colors.depth == .ansi256)
        for index in UInt8(0)..<16 { colors.learn(.indexed(index, RGB(index, 0, 0))) }
        #expect(colors.palettes.count == 1 && colors.palettes[0][7] == RGB(7, 0, 0))
    }
}
