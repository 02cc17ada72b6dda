import TestSupport
import Testing

@testable import TerminalKit

/// For any two frames, painting their difference over the first shows the second.
struct RendererModelTests {
    static let words = [
        "BTC", "0.00000123", " ", "   ", "           ", "日本", "한국어", "e\u{301}", "👩‍👩‍👧‍👦", "❤️", "★", "▲ 1.2%",
        "│", "──────", "🇨🇭", "क्षि", "x", "\u{1B}[31mred", "\u{202E}abc", "a\tb", "ｗｉｄｅ",
    ]

    @Test(arguments: ColorDepth.allCases, [true, false])
    func aFrameOverAnotherShowsTheSecond(depth: ColorDepth, erases: Bool) {
        for seed in UInt64(0)..<100 {
            var random = SeededGenerator(seed: seed)
            let size = Size(width: .random(in: 1...40, using: &random), height: .random(in: 1...16, using: &random))
            var terminal = ModelTerminal(size: size)
            let capabilities = Capabilities(colors: depth, erasesWithBackground: erases)
            var renderer = Renderer(capabilities: capabilities)
            var buffer = Buffer(size: size)
            for frame in 0..<6 {
                buffer = Self.changed(buffer, &random)
                let cursor = Bool.random(using: &random) ? Cursor(x: size.width - 1, y: 0) : nil
                terminal.feed(renderer.frame(buffer, cursor: cursor))
                let difference = terminal.difference(from: buffer, depth: depth)
                #expect(difference == nil, "seed \(seed), frame \(frame), size \(size)")
                #expect(terminal.isCursorVisible == (cursor != nil), "seed \(seed), frame \(frame)")
                if let cursor { #expect(Point(x: terminal.x, y: terminal.y) == cursor.position, "seed \(seed)") }
                if difference != nil { return }
            }
        }
    }

    /// Styles change from column to column, as in a chart, so that rows are painted style by style.
    @Test(arguments: ColorDepth.allCases)
    func rowsOfAlternatingStylesShowTheSecondFrame(depth: ColorDepth) {
        for seed in UInt64(0)..<40 {
            var random = SeededGenerator(seed: seed)
            let size = Size(width: .random(in: 10...60, using: &random), height: 3)
            var terminal = ModelTerminal(size: size)
            var renderer = Renderer(capabilities: Capabilities(colors: depth))
            let styles = (0..<3).map { _ in Self.style(&random) }
            for frame in 0..<4 {
                var buffer = Buffer(size: size)
                for x in 0..<size.width {
                    let word = ["█", " ", "▅", "日", "❤️"].randomElement(using: &random) ?? ""
                    let style = styles.randomElement(using: &random) ?? .plain
                    buffer.draw(word, at: Point(x: x, y: .random(in: 0..<3, using: &random)), style: style)
                }
                terminal.feed(renderer.frame(buffer))
                #expect(terminal.difference(from: buffer, depth: depth) == nil, "seed \(seed), frame \(frame)")
            }
        }
    }

    /// A new frame, or the last one with something drawn over it.
    private static func changed(_ last: Buffer, _ random: inout SeededGenerator) -> Buffer {
        var buffer = Int.random(in: 0..<4, using: &random) == 0 ? Buffer(size: last.size) : last
        if Int.random(in: 0..<3, using: &random) == 0 { scroll(&buffer, &random) }
        for _ in 0..<Int.random(in: 0...6, using: &random) { draw(&buffer, &random) }
        return buffer
    }

    /// Scrolls like a list: some rows move, others come in.
    private static func scroll(_ buffer: inout Buffer, _ random: inout SeededGenerator) {
        let top = Int.random(in: 0..<buffer.size.height, using: &random)
        let bottom = Int.random(in: top..<buffer.size.height, using: &random) + 1
        buffer.scroll(top..<bottom, by: .random(in: -4...4, using: &random))
    }

    private static func draw(_ buffer: inout Buffer, _ random: inout SeededGenerator) {
        let place = Point(
            x: .random(in: -3...buffer.size.width, using: &random),
            y: .random(in: 0..<buffer.size.height, using: &random)
        )
        let area = Rect(x: place.x, y: place.y, width: .random(in: 0...20, using: &random), height: 2)
        var style = style(&random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: buffer.fill(area, style: style)
        case 1: buffer.restyle(area) { $0 = style }
        default:
            if Int.random(in: 0..<8, using: &random) == 0 {
                style = style.linked(
                    to: buffer.link(to: "https://example.org/\(Int.random(in: 0..<3, using: &random))")
                )
            }
            buffer.draw(words.randomElement(using: &random) ?? "", at: place, style: style)
        }
    }

    private static func style(_ random: inout SeededGenerator) -> Style {
        let colors: [Color] = [.terminalDefault, .terminalDefault, .red, .brightBlue, .indexed(77), .rgb(12, 200, 99)]
        return Style(
            foreground: colors.randomElement(using: &random) ?? .red,
            background: colors.randomElement(using: &random) ?? .red,
            attributes: Style.Attributes(
                rawValue: Bool.random(using: &random) ? .random(in: 0..<16, using: &random) : 0
            )
        )
    }
}
