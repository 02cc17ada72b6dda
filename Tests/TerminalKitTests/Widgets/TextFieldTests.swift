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

    @Test func lineEndsAndInvisibleCharactersAreNotTyped() {
        #expect("a\nb\u{1B}c\r\ndefg".typable == "abcdefg")
    }
}
