import MockMarket
import Shared
import Testing

@testable import PushServer

struct TextCleanerTests {
    @Test(arguments: [
        ("plain", "plain"), ("  two \t  words ", "two words"), ("a<br>b<br/>c", "a\nb\nc"),
        ("<p class=\"x\">one</p><p>two</p>", "one\n\ntwo"), ("a\r\n\r\n\r\nb", "a\n\nb"), ("<!-- no -->yes", "yes"),
        ("<script>alert('x')</script>text<STYLE>p{}</STYLE>", "text"), ("<STYLE>p{}</Style >text</STYLE>yes", "yes"),
        ("1 < 2 > 0 <3", "1 < 2 > 0 <3"),
        ("R&amp;D &lt;b&gt; &#8364;&#x20AC; &eacute;", "R&D <b> €€ é"), ("&amp;lt;", "&lt;"),
        ("AT&T; & &unknown; &#xZZ;", "AT&T; & &unknown; &#xZZ;"),
        ("red \u{1b}[31mtext\u{7}", "red [31mtext"), ("c1 \u{9b}31m", "c1 31m"), ("&#27;]0;title&#7;", "]0;title"),
        ("turned \u{202e}around\u{2066}!", "turned around!"), ("no\u{feff}\u{200b}thing", "nothing"),
        ("soft&shy;hyphen &nbsp; x", "softhyphen x"), ("👩‍🚀", "👩‍🚀"), ("ends in &", "ends in &"),
        ("ends in <a", "ends in <a"),
        ("&#xD800;&#1114112;", "&#xD800;&#1114112;"), ("τBitcoin", "τBitcoin"),
    ])
    func makesPlainText(html: String, text: String) {
        #expect(TextCleaner.clean(html) == text)
    }

    @Test(arguments: ["", " \n ", "<p></p>", "\u{1b}", "<!-- only"])
    func nothingVisibleIsNothing(html: String) {
        #expect(TextCleaner.clean(html) == nil)
    }

    /// For each `<`, the cleaner used to search all the rest of the text for a `>`.
    @Test(.timeLimit(.minutes(2))) func aTextOfTagsWithoutAnEndIsReadOnce() {
        let text = String(repeating: "<a", count: 50_000)
        #expect(TextCleaner.clean(text, lengthMax: 100_000) == text)
    }

    @Test func aLongTextIsCutBetweenWords() throws {
        let text = try #require(TextCleaner.clean(String(repeating: "word ", count: 5_000)))
        #expect(text.count <= TextCleaner.lengthMax)
        #expect(text.hasSuffix("word…"))
        #expect(TextCleaner.clean("abcdef", lengthMax: 4) == "abc…")
    }

    @Test(arguments: [1, 2, 3])
    func whateverComesNoControlCharacterIsLeft(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "<", ">", "&", "#", ";", "x1b", "27", "\u{1b}", "\u{9d}", "<p>", "<!--", "-->", "</", "a", " ", "\n", "&#",
            "amp",
        ]
        for _ in 0..<2_000 {
            let html = (0..<(random.next() % 30)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
                .joined()
            let text = TextCleaner.clean(html) ?? ""
            let isClean = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isVisible }
            #expect(isClean, "seed \(seed): \(html.debugDescription)")
        }
    }
}
