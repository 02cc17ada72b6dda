internal import TerminalClient

/// The terminal's configuration file, written by hand, and changed line by line from the Settings screen.
enum ConfigFuzz {
    static func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ConfigReader.Problem) {
            _ = try ConfigReader.read(text)
        } catch {
            precondition(!error.reason.isEmpty, "a file is refused without a reason")
            if let line = error.line { check(line, in: text) }
        }
        for entry in entries {
            let changed = entry.written(into: text)
            // Refused where the file is not made of lines; it stays as it was then.
            guard let preferences = try? ConfigReader.read(changed) else { continue }
            precondition(preferences.holds(entry), "what was written is not what is read")
            precondition(entry.written(into: changed) == changed, "writing the same again changes the file")
        }
    }

    private static let entries: [ConfigEntry] = [
        .theme("light"), .palette(.blueOrange), .flashes(false), .updateRate(.twoSeconds), .times(.utc),
        .sections(true),
        .chartScale(.percent), .chartParts([.grid, .strength]), .chartParts([]),
    ]

    private static func check(_ line: Int, in text: String) {
        let lines = text.unicodeScalars.reduce(1) { $1.isLineEnd ? $0 + 1 : $0 }
        precondition(1...lines + 1 ~= line, "line \(line) of \(lines)")
    }
}

extension Preferences {
    fileprivate func holds(_ entry: ConfigEntry) -> Bool {
        switch entry {
        case .theme(let name): local.theme == name
        case .palette(let palette): local.palette == palette
        case .flashes(let isOn): local.flashes == isOn
        case .updateRate(let rate): local.updateRate == rate
        case .times(let times): local.times == times
        case .sections(let isOn): local.sections == isOn
        case .chartScale(let scale): local.chart.scale == scale
        case .chartParts(let parts): local.chart.parts == parts
        }
    }
}

extension Unicode.Scalar {
    /// As YAML counts lines (1.1, section 5.4).
    fileprivate var isLineEnd: Bool { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(self) }
}
