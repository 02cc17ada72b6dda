/// Reads those answers of a terminal that are strings: of the kitty graphics protocol, OSC 4, 10 and 11, and XTGETTCAP.
extension InputParser {
    /// Whether the present string can be an answer to one of our questions, because nobody types its first three bytes
    /// at once.
    var isAnswer: Bool {
        guard let first = sequence.first, sequence.count <= Self.sequenceLimit else { return false }
        return switch introducer {
        case UInt8(ascii: "_"): first == UInt8(ascii: "G")
        case UInt8(ascii: "]"): first == UInt8(ascii: "1") || first == UInt8(ascii: "4")
        case UInt8(ascii: "P"): first == UInt8(ascii: "0") || first == UInt8(ascii: "1")
        default: false
        }
    }

    mutating func finishString() {
        guard isAnswer else { return }
        let text = String(decoding: sequence, as: UTF8.self)
        switch introducer {
        case UInt8(ascii: "_"): finishGraphics(text.dropFirst())
        case UInt8(ascii: "]"): finishColor(text)
        default: finishDepth(text)
        }
    }

    /// `ESC _ G i=31;OK ESC \`: the answer to `ControlSequence.askForImages`.
    private mutating func finishGraphics(_ text: Substring) {
        let parts = text.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[1] == "OK" else { return }
        let isOurs = parts[0].split(separator: ",").contains("i=\(ControlSequence.imageQuestion)")
        if isOurs { events.append(.imagesOffered) }
    }

    /// `10;rgb:ffff/ffff/ffff`, `4;15;rgb:ffff/ffff/ffff`.
    private mutating func finishColor(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        guard let last = parts.last, let color = RGB(specification: last) else { return }
        switch (parts[0], parts.count) {
        case ("10", 2): events.append(.colorTold(.text(color)))
        case ("11", 2): events.append(.colorTold(.page(color)))
        case ("4", 3): if let index = UInt8(parts[1]) { events.append(.colorTold(.indexed(index, color))) }
        default: break
        }
    }

    /// `1+r436F=323536`: the name and its value, with their letters in hexadecimal digits. A name without a value is
    /// true.
    private mutating func finishDepth(_ text: String) {
        guard text.hasPrefix("1+r") else { return }
        for entry in text.dropFirst(3).split(separator: ";") {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.letters)
            switch parts.first {
            case "RGB", "Tc": events.append(.colorTold(.depth(.trueColor)))
            case "Co":
                let count = parts.dropFirst().first.flatMap { Int($0) } ?? 0
                if count >= 256 { events.append(.colorTold(.depth(count >= 1 << 24 ? .trueColor : .ansi256))) }
            default: break
            }
        }
    }

    /// Empty if these are not hexadecimal digits.
    private static func letters(_ digits: Substring) -> String {
        let bytes = Array(digits.utf8)
        let pairs = stride(from: 0, to: bytes.count - 1, by: 2).compactMap { place in
            UInt8(String(decoding: bytes[place...place + 1], as: UTF8.self), radix: 16)
        }
        return String(decoding: pairs, as: UTF8.self)
    }
}

extension RGB {
    /// Reads a color as X11 writes it: `rgb:1f/23/28` with one to four hexadecimal digits for each part, `rgba:` with
    /// one more part, or `#1f2328`.
    init?(specification text: Substring) {
        if let color = RGB(String(text)) {
            self = color
            return
        }
        guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(String(text[..<colon])) else { return nil }
        let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        let levels = parts.compactMap(Self.level)
        guard levels.count == parts.count, levels.count == (text.hasPrefix("rgba") ? 4 : 3) else { return nil }
        self.init(levels[0], levels[1], levels[2])
    }

    private static func level(_ digits: Substring) -> UInt8? {
        guard 1...4 ~= digits.utf8.count, let value = number(digits) else { return nil }
        let most = (1 << (4 * digits.utf8.count)) - 1
        return UInt8((value * 255 + most / 2) / most)
    }

    /// Checks the digits, because `Int(_:radix:)` accepts signs.
    private static func number(_ digits: Substring) -> Int? {
        digits.allSatisfy { $0.isHexDigit && $0.isASCII } ? Int(digits, radix: 16) : nil
    }
}
