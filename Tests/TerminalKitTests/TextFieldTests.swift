import Testing

@testable import TerminalKit

/// Editing, and what the field shows of it.
struct TextFieldTests {
    @Test func keysEditTheText() {
        var input = TextInput()
        let used = (["b", "t", "c"] as [Key]).filter { input.handle($0) }
        #expect(used == ["b", "t", "c"])
        #expect(input.text == "btc" && input.cursor == 3)
        _ = input.handle(Key(.home))
        _ = input.handle("x")
        #expect(input.text == "xbtc" && input.cursor == 1)
        _ = input.handle(Key(.delete))
        _ = input.handle(Key(.backspace))
        #expect(input.text == "tc" && input.cursor == 0)
        _ = input.handle(.control("k"))
        #expect(input.isEmpty)
    }

    @Test func wordsAreJumpedAndRemoved() {
        var input = TextInput("one two  three")
        _ = input.handle(.control("w"))
        #expect(input.text == "one two  ")
        _ = input.handle(Key(.left, .control))
        #expect(input.cursor == 4)
        _ = input.handle(Key(.right, .alt))
        #expect(input.cursor == 7)
        _ = input.handle(.control("u"))
        #expect(input.text == "  " && input.cursor == 0)
    }

    @Test func otherKeysAreNotItsBusiness() {
        var input = TextInput("a")
        let used = [Key(.up), Key(.enter), Key(.escape), .control("c"), Key(.tab)].filter { input.handle($0) }
        #expect(used == [])
    }

    @Test func pastesLoseTheirLineEndsAndStopAtTheLimit() {
        var input = TextInput("", limit: 5)
        input.insert("a\nb\u{1B}c\r\ndefg")
        #expect(input.text == "abcde" && input.cursor == 5)
        _ = input.handle("x")
        #expect(input.text == "abcde")
    }

    @Test func aMarkJoinsTheCharacterBeforeIt() {
        var input = TextInput("e")
        _ = input.handle(Key(.character("\u{301}")))
        #expect(input.text == "e\u{301}" && input.cursor == 1)
    }

    @Test func theFieldScrollsToItsCursor() {
        var cursor: Cursor?
        let draw = { (input: TextInput, isSecure: Bool) in
            picture(5, 1) {
                cursor = TextField(input, placeholder: "name", isSecure: isSecure).draw(into: &$0, in: $0.area)
            }
        }
        #expect(draw(TextInput(), false) == "name")
        #expect(cursor == Cursor(x: 0, y: 0))
        #expect(draw(TextInput("abc"), false) == "abc")
        #expect(cursor == Cursor(x: 3, y: 0))
        #expect(draw(TextInput("abcdefg"), false) == "defg")
        #expect(cursor == Cursor(x: 4, y: 0))
        #expect(draw(TextInput("geheim"), true) == "••••")
        #expect(draw(TextInput("日本語"), false) == "本語")
    }

    @Test func withoutFocusThereIsNoCursor() {
        var buffer = Buffer(size: Size(width: 5, height: 1))
        #expect(TextField(TextInput("a"), isFocused: false).draw(into: &buffer, in: buffer.area) == nil)
    }
}
