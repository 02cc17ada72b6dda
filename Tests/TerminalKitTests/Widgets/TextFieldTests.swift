import Testing

@testable import TerminalKit

/// The visible part of a text that is being typed.
struct TextFieldTests {
    @Test func theFieldScrollsToItsCursor() {
        var cursor: Cursor?
        let draw = { (text: String, isSecure: Bool) in
            picture(5, 1) {
                cursor = TextField(text, cursor: text.count, placeholder: "name", isSecure: isSecure).draw(
                    into: &$0,
                    in: $0.area
                )
            }
        }
        #expect(draw("", false) == "name")
        #expect(cursor == Cursor(x: 0, y: 0))
        #expect(draw("abc", false) == "abc")
        #expect(cursor == Cursor(x: 3, y: 0))
        #expect(draw("abcdefg", false) == "defg")
        #expect(cursor == Cursor(x: 4, y: 0))
        #expect(draw("geheim", true) == "••••")
        #expect(draw("日本語", false) == "本語")
    }

    @Test func withoutFocusThereIsNoCursor() {
        var buffer = Buffer(size: Size(width: 5, height: 1))
        #expect(TextField("a", cursor: 1, isFocused: false).draw(into: &buffer, in: buffer.area) == nil)
    }

    /// Once, a line end joined the words around it, and `[31m` stayed.
    @Test(arguments: [
        ("aa\nbb", "aa bb"), ("BTC\n", "BTC"), ("\r\nBTC\n\nETH\r", "BTC ETH"), ("a\u{7}b", "ab"),
        ("\u{1B}[31mred\u{1B}[0m", "red"), ("\u{1B}]8;;https://example.org\u{1B}\\link\u{1B}]8;;\u{7}", "link"),
        ("\u{1B}(Bx\u{1B}7y", "xy"), ("a\u{1B}", "a"), ("a\u{1B}[1;3", "a"), ("a\u{1B}[1é", "aé"),
        ("a\u{1B}]0;b", "a0;b"),
    ])
    func aPasteIsOneLineWithoutEscapeSequences(pasted: String, typed: String) {
        #expect(pasted.typable == typed)
    }
}
