import Testing

@testable import TerminalKit

struct DesktopNotificationTests {
    @Test(arguments: [
        (["TERM": "xterm-kitty"], DesktopNotification.osc99),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .osc9),
        (["TERM": "xterm-ghostty"], .osc9), (["TERM": "wezterm"], .osc9),
        (["TERM": "foot"], .osc777), (["TERM": "xterm-256color", "VTE_VERSION": "7600"], .osc777),
        (["TERM": "xterm-256color"], .none), (["TERM": "linux"], .none),
        (["TERM": "tmux-256color", "VTE_VERSION": "7600"], .none),
        (["TERM": "xterm-256color", "STY": "1", "VTE_VERSION": "7600"], .none),
    ])
    func eachTerminalGetsItsOwnSequence(environment: [String: String], notification: DesktopNotification) {
        #expect(DesktopNotification(environment: environment) == notification)
    }

    @Test func theBellComesLastAndNoTextEndsTheMessage() {
        #expect(DesktopNotification.none.bytes("BTC") == [7])
        let hostile = DesktopNotification.osc777.bytes("BTC\u{1B}\\\u{7}\u{9C}!")
        #expect(String(decoding: hostile, as: UTF8.self) == "\u{1B}]777;notify;tickwire;BTC\\!\u{1B}\\\u{7}")
    }
}
