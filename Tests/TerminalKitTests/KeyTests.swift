import Testing

@testable import TerminalKit

struct KeyTests {
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

    @Test func keysCanBeSwitchedOver() {
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
