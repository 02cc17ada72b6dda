/// How a terminal passes a message to the desktop, as far as the environment says. Every terminal can ring the bell.
package enum DesktopNotification: Hashable, Sendable {
    case none
    /// OSC 9, for iTerm2, WezTerm and Ghostty.
    case osc9
    /// OSC 777, for rxvt-unicode, foot and terminals built on VTE.
    case osc777
    /// OSC 99, for kitty.
    case osc99

    /// Multiplexers pass nothing on, and the Linux console would print the sequence.
    init(environment: [String: String]) {
        let (name, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
        if Capabilities.isWithinMultiplexer(environment) || ["linux", "dumb"].contains(where: { name.hasPrefix($0) }) {
            self = .none
        } else if name.hasPrefix("xterm-kitty") {
            self = .osc99
        } else if ["iTerm.app", "WezTerm", "ghostty"].contains(program)
            || ["wezterm", "xterm-ghostty", "ghostty"].contains(name)
        {
            // Over ssh, only TERM tells.
            self = .osc9
        } else if name.hasPrefix("foot") || name.hasPrefix("rxvt") || environment["VTE_VERSION"] != nil {
            self = .osc777
        } else {
            self = .none
        }
    }

    /// The bell, and the message if the terminal takes one.
    /// - Parameter text: the message. Its control characters are removed, so that it cannot end the sequence.
    package func bytes(_ text: String) -> [UInt8] {
        let body = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
        )
        let message =
            switch self {
            case .none: ""
            case .osc9: "\u{1B}]9;\(body)\u{1B}\\"
            // A semicolon ends the title.
            case .osc777: "\u{1B}]777;notify;tickwire;\(body)\u{1B}\\"
            case .osc99: "\u{1B}]99;;\(body)\u{1B}\\"
            }
        return Array(message.utf8) + [0x07]
    }
}
