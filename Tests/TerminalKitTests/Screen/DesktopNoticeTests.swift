import Testing

@testable import TerminalKit

struct DesktopNoticeTests {
    @Test(arguments: [
        (["TERM": "xterm-kitty"], DesktopNotice.osc99), (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .osc9),
        (["TERM": "foot"], .osc777), (["TERM": "xterm-256color", "VTE_VERSION": "7600"], .osc777),
        (["TERM": "xterm-256color"], .none), (["TERM": "linux"], .none),
        (["TERM": "tmux-256color", "VTE_VERSION": "7600"], .none),
    ])
    func aTerminalIsToldInItsOwnWay(environment: [String: String], notice: DesktopNotice) {
        #expect(DesktopNotice(environment: environment) == notice)
    }

    @Test func theBellComesLastAndNothingInTheTextEndsTheMessage() {
        #expect(DesktopNotice.none.bytes("BTC") == [7])
        let hostile = DesktopNotice.osc777.bytes("BTC\u{1B}\\\u{7}\u{9C}!")
        #expect(String(decoding: hostile, as: UTF8.self) == "\u{1B}]777;notify;tickwire;BTC\\!\u{1B}\\\u{7}")
    }
}
