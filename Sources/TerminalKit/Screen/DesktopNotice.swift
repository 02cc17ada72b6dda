/// How a terminal hands a message on to the desktop, as far as its environment tells. All terminals ring a bell.
package enum DesktopNotice: Hashable, Sendable {
    case none
    /// OSC 9, of iTerm2, WezTerm, Ghostty and Windows' terminals.
    case osc9
    /// OSC 777, of rxvt-unicode, foot and those built on VTE.
    case osc777
    /// OSC 99, of kitty.
    case osc99

    /// Multiplexers hand nothing on, and the Linux console would print it.
    init(environment: [String: String]) {
        let (name, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
        if ["screen", "tmux", "linux", "dumb"].contains(where: { name.hasPrefix($0) }) || environment["TMUX"] != nil {
            self = .none
        } else if name.hasPrefix("xterm-kitty") {
            self = .osc99
        } else if ["iTerm.app", "WezTerm", "ghostty"].contains(program) || environment["WT_SESSION"] != nil {
            self = .osc9
        } else if name.hasPrefix("foot") || name.hasPrefix("rxvt") || environment["VTE_VERSION"] != nil {
            self = .osc777
        } else {
            self = .none
        }
    }

    /// The bell, and the message where the terminal takes one.
    /// - Parameter text: its control characters are left out, so that nothing in it can end the sequence.
    func bytes(_ text: String) -> [UInt8] {
        let body = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
        )
        let message =
            switch self {
            case .none: ""
            case .osc9: "\u{1B}]9;\(body)\u{1B}\\"
            // The title ends at a semicolon.
            case .osc777: "\u{1B}]777;notify;tickwire;\(body)\u{1B}\\"
            case .osc99: "\u{1B}]99;;\(body)\u{1B}\\"
            }
        return Array(message.utf8) + [0x07]
    }
}
