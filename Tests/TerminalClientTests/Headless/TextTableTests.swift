import Testing

@testable import TerminalClient

struct TextTableTests {
    /// `日本` takes four places on a terminal.
    @Test func columnsAreAlignedByWhatTheirCharactersTake() {
        let text = TextTable.text(of: [["日本", "1"], ["abcd", "22"], ["e", "3"]], isText: [true, false])
        #expect(text == "日本   1\nabcd  22\ne      3")
    }
}
