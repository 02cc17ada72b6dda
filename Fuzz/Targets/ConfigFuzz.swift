internal import TerminalClient

/// The terminal's configuration file, written by hand, and changed line by line from the Settings screen.
enum ConfigFuzz {
    static func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ConfigReader.PlacedFault) {
            _ = try ConfigReader.read(text)
        } catch {
            precondition(!error.reason.isEmpty, "a file is refused without a reason")
            if let line = error.line { check(line, in: text) }
        }
        for (setting, value) in entries {
            let entry = ConfigEntry(setting, value)
            let changed = entry.written(into: text)
            // Refused where the file is not made of lines; it stays as it was then.
            guard let preferences = try? ConfigReader.read(changed) else { continue }
            precondition(setting.text(in: preferences.local) == value, "what was written is not what is read")
            precondition(entry.written(into: changed) == changed, "writing the same again changes the file")
        }
    }

    private static let entries: [(setting: LocalSetting, text: String)] = [
        (.theme, "light"), (.palette, "blue/orange"), (.flashes, "off"), (.updateRate, "2s"), (.times, "utc"),
        (.sections, "on"), (.chartScale, "percent"), (.chartParts, "grid, rsi"), (.chartParts, "none"),
    ]

    private static func check(_ line: Int, in text: String) {
        let lines = text.unicodeScalars.reduce(1) { $1.isLineEnd ? $0 + 1 : $0 }
        precondition(1...lines + 1 ~= line, "line \(line) of \(lines)")
    }
}

extension Unicode.Scalar {
    /// As YAML counts lines (1.1, section 5.4).
    fileprivate var isLineEnd: Bool { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(self) }
}
