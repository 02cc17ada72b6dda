import Testing

@testable import TerminalKit

/// Each widget as a picture.
struct WidgetTests {
    @Test func aBoxFramesItsInside() {
        let box = Box(title: "Title")
        #expect(
            picture(14, 4) { $0.draw("in", at: box.draw(into: &$0, in: $0.area).origin) } == """
                ╭─ Title ────╮
                │in          │
                │            │
                ╰────────────╯
                """
        )
        #expect(picture(8, 3, .ascii) { box.draw(into: &$0, in: $0.area) } == "+- T~ -+\n|      |\n+------+")
        #expect(picture(1, 1) { box.draw(into: &$0, in: $0.area) } == "")
    }

    @Test func aDialogCoversTheCellsUnderIt() {
        let dialog = Dialog(title: "Sure?", size: Size(width: 12, height: 3))
        let shown = picture(16, 5) {
            $0.fill($0.area, with: "x")
            let inner = dialog.draw(into: &$0, in: $0.area)
            $0.draw("yes", in: inner, alignment: .center)
        }
        #expect(
            shown == """
                xxxxxxxxxxxxxxxx
                xx╭─ Sure? ──╮xx
                xx│   yes    │xx
                xx╰──────────╯xx
                xxxxxxxxxxxxxxxx
                """
        )
        #expect(picture(6, 2) { dialog.draw(into: &$0, in: $0.area) } == "╭────╮\n╰────╯")
    }

    @Test func tabsCanBeFoundWhereTheyAreDrawn() {
        let tabs = Tabs(titles: ["Prices", "Favorites"], selected: 1)
        let area = Rect(width: 24, height: 1)
        var buffer = Buffer(size: area.size)
        tabs.draw(into: &buffer, in: area)
        #expect(buffer.text == " Prices   Favorites")
        #expect(buffer[9, 0].style == .reverse && buffer[0, 0].style == .plain)
        #expect(tabs.index(at: Point(x: 0, y: 0), in: area) == 0)
        #expect(tabs.index(at: Point(x: 8, y: 0), in: area) == nil)
        #expect(tabs.index(at: Point(x: 9, y: 0), in: area) == 1)
        #expect(tabs.index(at: Point(x: 9, y: 1), in: area) == nil)
    }

    @Test func hintsThatDoNotFitAreLeftOut() {
        let hints = KeyHints([KeyHint("q", "quit"), KeyHint("/", "filter"), KeyHint("?", "help")])
        #expect(picture(30, 1) { hints.draw(into: &$0, in: $0.area) } == "q quit  / filter  ? help")
        #expect(picture(17, 1) { hints.draw(into: &$0, in: $0.area) } == "q quit  / filter")
        #expect(picture(5, 1) { hints.draw(into: &$0, in: $0.area) } == "")
    }

    @Test func helpAndTheWayOutStayOnANarrowScreen() {
        let hints = KeyHints([
            KeyHint(Key(.enter), "chart"), KeyHint("s", "sort"), KeyHint("?", "help"), KeyHint("q", "quit"),
        ])
        #expect(picture(36, 1) { hints.draw(into: &$0, in: $0.area) } == "Enter chart  s sort  ? help  q quit")
        #expect(picture(34, 1) { hints.draw(into: &$0, in: $0.area) } == "Enter chart  ? help  q quit")
        #expect(picture(20, 1) { hints.draw(into: &$0, in: $0.area) } == "Enter chart  ? help")
        #expect(picture(12, 1) { hints.draw(into: &$0, in: $0.area) } == "Enter chart")
    }

    @Test(arguments: [Charset.unicode, .ascii])
    func eachKeyAndItsWordStandForTheKey(charset: Charset) {
        let hints = KeyHints([KeyHint([Key(.left), "h"], "older"), KeyHint("q", "quit")])
        var buffer = Buffer(size: Size(width: 30, height: 2), charset: charset)
        hints.draw(into: &buffer, in: Rect(x: 1, y: 1, width: 29, height: 1))
        let line = Array(buffer.text.split(separator: "\n", omittingEmptySubsequences: false)[1])
        let expected = charset == .ascii ? " Left h older  q quit" : " ← h older  q quit"
        #expect(String(line) == expected)
        let keys = line.indices.map { buffer.keyPlaces.key(at: Point(x: $0, y: 1)) }
        let left = charset == .ascii ? 4 : 1
        let wanted: [Key?] =
            [nil] + Array(repeating: Key(.left), count: left) + [nil] + Array(repeating: "h", count: 7) + [nil, nil]
            + Array(repeating: "q", count: 6)
        #expect(keys == wanted)
        #expect(buffer.keyPlaces.key(at: Point(x: 1, y: 0)) == nil)
    }

    @Test func inASCIIArrowKeysAreWordsAndSentencesEndInPoints() {
        let hints = KeyHints([KeyHint(Key(.up), "up"), KeyHint([Key(.left), "h"], "older")])
        #expect(picture(30, 1, .ascii) { hints.draw(into: &$0, in: $0.area) } == "Up up  Left h older")
        #expect(picture(12, 1, .ascii) { $0.draw(Line("Loading…"), in: $0.area) } == "Loading...")
        #expect(picture(9, 1, .ascii) { $0.draw(Line("Loading…"), in: $0.area) } == "Loading~")
        #expect(picture(6, 1, .ascii) { $0.draw(Line("Bitcoin"), in: $0.area) } == "Bitco~")
    }

    @Test func theLeftOfAStatusBarGivesWay() {
        let bar = StatusBar(left: "Connected to example.org", right: "3 s ago")
        #expect(picture(40, 1) { bar.draw(into: &$0, in: $0.area) } == "Connected to example.org         3 s ago")
        #expect(picture(20, 1) { bar.draw(into: &$0, in: $0.area) } == "Connected t… 3 s ago")
        #expect(picture(4, 1) { bar.draw(into: &$0, in: $0.area) } == "3 s…")
    }

    @Test func aMessageStandsInTheMiddle() {
        let message = Message(["No favorites yet", "Press f on a coin to add it."])
        #expect(
            picture(20, 5) { message.draw(into: &$0, in: $0.area) } == """

                  No favorites yet
                Press f on a coin to
                      add it.

                """
        )
        #expect(picture(3, 1) { message.draw(into: &$0, in: $0.area) } == "No")
    }

    @Test func settingsShowTheChosenValue() {
        let toggle = ToggleRow(title: "Coins only", isOn: true, isSelected: true)
        #expect(picture(30, 1) { toggle.draw(into: &$0, in: $0.area) } == "› [✓] Coins only")
        #expect(picture(30, 1, .ascii) { toggle.draw(into: &$0, in: $0.area) } == "> [v] Coins only")
        let radio = RadioRow(title: "Klines", options: ["Huobi", "CryptoCompare"], chosen: 1)
        #expect(picture(40, 1) { radio.draw(into: &$0, in: $0.area) } == "  Klines  ○ Huobi  ● CryptoCompare")
        #expect(picture(20, 1, .ascii) { radio.draw(into: &$0, in: $0.area) } == "  Klines  o Huobi  ~")
    }

    @Test func aScrollbarShowsTheVisiblePart() {
        let column = { (offset: Int) in
            picture(1, 4) { Scrollbar(offset: offset, visible: 4, total: 16).draw(into: &$0, in: $0.area) }
        }
        #expect(column(0) == "█\n│\n│\n│")
        #expect(column(12) == "│\n│\n│\n█")
        #expect(picture(1, 4) { Scrollbar(offset: 0, visible: 4, total: 4).draw(into: &$0, in: $0.area) } == "\n\n\n")
    }
}
