import TerminalKit
import Testing

@testable import TerminalClient

/// Keys and pastes edit a text that is being typed.
struct TextEntryTests {
    @Test func keysEditTheText() {
        var entry = TextEntry()
        for key in ["b", "t", "c"] as [Key] { press(key, &entry) }
        #expect(entry.text == "btc" && entry.cursor == 3)
        press(Key(.home), &entry)
        press("x", &entry)
        #expect(entry.text == "xbtc" && entry.cursor == 1)
        press(Key(.delete), &entry)
        press(Key(.backspace), &entry)
        #expect(entry.text == "tc" && entry.cursor == 0)
        press(.control("k"), &entry)
        #expect(entry.isEmpty)
    }

    @Test func keysSkipAndRemoveWholeWords() {
        var entry = TextEntry("one two  three")
        press(.control("w"), &entry)
        #expect(entry.text == "one two  ")
        press(Key(.left, .control), &entry)
        #expect(entry.cursor == 4)
        press(Key(.right, .alt), &entry)
        #expect(entry.cursor == 7)
        press(.control("u"), &entry)
        #expect(entry.text == "  " && entry.cursor == 0)
    }

    @Test(arguments: [Key(.up), Key(.enter), Key(.escape), .control("c"), Key(.tab)])
    func otherKeysAreNotItsBusiness(key: Key) {
        #expect(TextEdit(.key(key)) == nil)
    }

    @Test func pastesAreOneLineAndStopAtTheLimit() throws {
        var entry = TextEntry("", limit: 5)
        entry.apply(try #require(TextEdit(.paste("a\nb\u{7}c\r\ndefg"))))
        #expect(entry.text == "a bc " && entry.cursor == 5)
        press("x", &entry)
        #expect(entry.text == "a bc ")
    }

    @Test func aMarkJoinsTheCharacterBeforeIt() {
        var entry = TextEntry("e")
        press(Key(.character("\u{301}")), &entry)
        #expect(entry.text == "e\u{301}" && entry.cursor == 1)
    }

    private func press(_ key: Key, _ entry: inout TextEntry) {
        if let edit = TextEdit(.key(key)) { entry.apply(edit) }
    }
}
