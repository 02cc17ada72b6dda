import TerminalKit
import Testing

@testable import TerminalClient

extension Picture {
    /// Every screen has a picture at each of these sizes.
    static let sizes = [(20, 5), (40, 10), (80, 24), (140, 40), (200, 60)]

    /// A view on all terminals of one size: in Unicode, in ASCII, and the inks of both with and without colors, as runs
    /// of cells. On the Linux console, it uses only characters of the console's fonts.
    @MainActor
    static func expect(
        _ view: any View,
        _ size: (width: Int, height: Int),
        is name: String,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let unicode = buffer(view, size, .unicode)
        let ascii = buffer(view, size, .ascii)
        let strange = Set(buffer(view, size, .console).text).subtracting(consoleFont)
        #expect(strange.isEmpty, "\(name): no console's font has \(strange)", sourceLocation: location)
        var parts = [unicode.text, "── in ASCII", ascii.text]
        for (depth, words) in [(ColorDepth.trueColor, "in colours"), (.none, "without colours")] {
            let inks = (unicode: unicode.inks(depth), ascii: ascii.inks(depth))
            parts += ["── \(words)", inks.unicode]
            parts += ["── in ASCII, \(words)", inks.ascii == inks.unicode ? "the same" : inks.ascii]
        }
        try expect(parts.joined(separator: "\n"), is: "\(name)-\(size.width)x\(size.height)", location: location)
    }

    /// ASCII, and the other characters that code page 437 and Debian's Latin-1 console fonts share.
    private static let consoleFont = Set(
        """
         !"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\n\
        ¡¢£¥§ª«¬°±²µ¶·º»¼½¿ÄÅÆÇÉÑÖÜßàáâäåæçèéêëìíîïñòóôö÷ùúûüÿƒπ•‼ⁿ←↑→↓≈≤≥\
        ─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬█░▒■▲▼♦
        """
    )

    /// The inks of a view on terminals with fewer colors.
    @MainActor
    static func expectFewColors(
        _ view: any View,
        _ size: (width: Int, height: Int),
        is name: String,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let buffer = buffer(view, size, .unicode)
        let parts = [
            buffer.text, "── in 256 colours", buffer.inks(.ansi256), "── in 16 colours", buffer.inks(.ansi16),
        ]
        try expect(parts.joined(separator: "\n"), is: "\(name)-\(size.width)x\(size.height)", location: location)
    }

    /// The inks of a view in a theme that paints its page.
    @MainActor
    static func expect(
        _ view: any View,
        _ size: (width: Int, height: Int),
        in theme: Theme,
        is name: String,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let buffer = buffer(view, size, .unicode)
        let parts = [
            (ColorDepth.trueColor, "in all colours"), (.ansi256, "in 256 colours"), (.ansi16, "in 16 colours"),
        ].map {
            "── \($1)\n\(buffer.inks($0, by: theme))"
        }
        let text = ([buffer.text] + parts).joined(separator: "\n")
        try expect(text, is: "\(name)-\(theme.name)-\(size.width)x\(size.height)", location: location)
    }

    @MainActor
    private static func buffer(_ view: any View, _ size: (width: Int, height: Int), _ charset: Charset) -> Buffer {
        var buffer = Buffer(size: Size(width: size.width, height: size.height), charset: charset)
        _ = view.frame(into: &buffer)
        return buffer
    }
}

extension Buffer {
    /// The looks of non-blank cells, row by row: `3: 4 plain, 8 #58A6FF bold`.
    /// - Parameter theme: on a terminal that has reported no colors.
    func inks(_ depth: ColorDepth, by theme: Theme = .dark) -> String {
        let colors = ColorTable(theme.scheme(paintsPage: theme != .dark), on: TerminalColors(depth: depth))
        return (0..<size.height).compactMap { y in
            var runs: [(ink: String, count: Int)] = []
            for x in 0..<size.width {
                let ink = colors.shown(self[x, y].style).ink
                if runs.last?.ink == ink { runs[runs.count - 1].count += 1 } else { runs.append((ink, 1)) }
            }
            if runs.last?.ink == "plain" { runs.removeLast() }
            guard !runs.isEmpty else { return nil }
            return "\(y): " + runs.map { "\($0.count) \($0.ink)" }.joined(separator: ", ")
        }.joined(separator: "\n")
    }
}

extension Style {
    fileprivate var ink: String {
        let front = foreground.word
        let back = background.word
        let names: [(Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"),
        ]
        let words =
            [front, back.map { "on " + $0 }].compactMap { $0 } + names.filter { attributes.contains($0.0) }.map(\.1)
        return words.isEmpty ? "plain" : words.joined(separator: " ")
    }
}

extension Color {
    /// Nil for the terminal's own.
    fileprivate var word: String? {
        switch kind {
        case .terminalDefault, .role: return nil
        case .indexed(let index): return "\(index)"
        case .rgb(let red, let green, let blue):
            let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
            let digits = String(value, radix: 16, uppercase: true)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
    }
}
