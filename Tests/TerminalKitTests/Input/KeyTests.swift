import Testing

@testable import TerminalKit

struct KeyTests {
    @Test(arguments: [
        ("g", Key(.character("g"))), ("G", "G"), ("ctrl-f", .control("f")), ("Ctrl-C", .control("c")), ("space", " "),
        ("shift-up", Key(.up, .shift)), ("PgUp", Key(.pageUp)), ("f12", Key(.function(12))), ("f", "f"), ("-", "-"),
        ("ctrl--", .control("-")), ("alt-x", Key(.character("x"), .alt)), ("shift-a", "A"), ("?", "?"), ("é", "é"),
        ("ctrl-space", .control(" ")),
    ])
    func aKeyIsReadByItsName(name: String, key: Key) {
        #expect(Key(named: name) == key)
        #expect(Key(named: key.name) == key)
    }

    @Test(arguments: ["", "up down", "hyper-x", "f13", "ctrl-", "shift-1", "\u{1B}", "gg"])
    func whatNamesNoKeyIsRefused(name: String) {
        #expect(Key(named: name) == nil)
    }

    @Test func keysAreNamedAsAHelpScreenNamesThem() {
        #expect("\(Key.control("c"))" == "Ctrl-C")
        #expect("\(Key(.tab, .shift))" == "Shift-Tab")
        #expect("\(Key("q"))" == "q")
        #expect("\(Key(" "))" == "Space")
        #expect("\(Key(.function(5), .alt))" == "Alt-F5")
    }

    @Test func aLiteralIsThePlainCharacter() {
        let key: Key = "q"
        #expect(key == Key(.character("q")))
    }

    @Test func keysCanBeUsedInASwitch() {
        let name = { (key: Key) in
            switch key {
            case "q": "quit"
            case Key(.up), "k": "up"
            case .control("c"): "stop"
            default: "other"
            }
        }
        #expect(["q", "k", Key(.up), .control("c"), "c"].map(name) == ["quit", "up", "up", "stop", "other"])
    }
}
