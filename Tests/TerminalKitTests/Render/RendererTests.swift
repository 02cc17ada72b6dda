import Testing

@testable import TerminalKit

/// The cost of frames.
struct RendererTests {
    @Test func equalFramesCostNothing() {
        var renderer = Renderer(capabilities: Capabilities())
        let buffer = Self.prices(selected: 3)
        #expect(!renderer.frame(buffer).isEmpty)
        #expect(renderer.frame(buffer).isEmpty)
        #expect(renderer.frame(Self.prices(selected: 3)).isEmpty)
    }

    @Test func invisibleChangesCostNothing() {
        var renderer = Renderer(capabilities: Capabilities())
        var buffer = Buffer(size: Size(width: 10, height: 2))
        _ = renderer.frame(buffer)
        buffer.fill(buffer.area, style: .plain.bold.foreground(.red))
        #expect(renderer.frame(buffer).isEmpty)
    }

    @Test func aFixedCursorCostsNothing() {
        var renderer = Renderer(capabilities: Capabilities())
        let buffer = Buffer(size: Size(width: 10, height: 2))
        _ = renderer.frame(buffer, cursor: Cursor(x: 3, y: 1))
        #expect(renderer.frame(buffer, cursor: Cursor(x: 3, y: 1)).isEmpty)
        #expect(renderer.frame(buffer, cursor: Cursor(x: 4, y: 1)) == Array("\u{1B}[2;5H".utf8))
        #expect(renderer.frame(buffer) == Array("\u{1B}[?25l".utf8))
    }

    @Test(arguments: ColorDepth.allCases)
    func movingTheSelectionCostsAtMost400Bytes(depth: ColorDepth) {
        var renderer = Renderer(capabilities: Capabilities(colors: depth))
        _ = renderer.frame(Self.prices(selected: 3))
        let bytes = renderer.frame(Self.prices(selected: 4))
        #expect(bytes.count <= 400)
    }

    @Test func eachMoveOfTheSelectionChangesTheBackgroundOnce() {
        var renderer = Renderer(capabilities: Capabilities())
        let frame = { (selected: Int) in
            var buffer = Buffer(size: Size(width: 2, height: 2))
            for (y, text) in ["ab", "cd"].enumerated() {
                buffer.draw(text, at: Point(x: 0, y: y), style: y == selected ? .background(.blue) : .plain)
            }
            return String(decoding: renderer.frame(buffer), as: UTF8.self)
        }
        _ = frame(0)
        #expect(frame(1) == "\u{1B}[2Hcd\u{1B}[1H\u{1B}[mab", "first the row that it enters")
        #expect(frame(0) == "\u{1B}[2Hcd\u{1B}[1H\u{1B}[44mab", "first the row that it leaves")
    }

    @Test(arguments: ColorDepth.allCases, [1, -1, 3])
    func aStepThatScrollsTheListCostsLittleMore(depth: ColorDepth, step: Int) {
        var renderer = Renderer(capabilities: Capabilities(colors: depth))
        // The selection is at the edge of the visible rows, so the next step scrolls.
        let selected = step > 0 ? 58 : 30
        _ = renderer.frame(Self.prices(selected: selected, offset: 30))
        let bytes = renderer.frame(Self.prices(selected: selected + step, offset: 30 + step))
        #expect(bytes.count <= 440 + (abs(step) - 1) * 200)
    }

    @Test(arguments: ColorDepth.allCases)
    func aChangedPriceCostsAtMost40Bytes(depth: ColorDepth) {
        var renderer = Renderer(capabilities: Capabilities(colors: depth))
        _ = renderer.frame(Self.prices(selected: 3))
        var changed = Self.prices(selected: 3)
        changed.draw("64,124.90", at: Point(x: 34, y: 9), style: .foreground(.rgb(80, 250, 123)))
        #expect(renderer.frame(changed).count <= 40)
        var many = changed
        for y in stride(from: 0, to: 20, by: 2) {
            many.draw("1,234.5\(y % 10)", at: Point(x: 34, y: y), style: .foreground(.rgb(255, 85, 85)))
        }
        #expect(renderer.frame(many).count <= 10 * 40)
    }

    @Test func aNewSizeRepaintsEverything() {
        var renderer = Renderer(capabilities: Capabilities())
        _ = renderer.frame(Self.prices(selected: 0))
        var small = Buffer(size: Size(width: 4, height: 1))
        small.draw("abcd", at: .zero)
        let text = String(decoding: renderer.frame(small), as: UTF8.self)
        #expect(text.contains("\u{1B}[m\u{1B}[H\u{1B}[Jabcd"))
        #expect(text.contains("abcd"))
    }

    @Test func aLentTerminalIsRepainted() {
        var renderer = Renderer(capabilities: Capabilities())
        let buffer = Self.prices(selected: 0)
        let first = renderer.frame(buffer)
        renderer.invalidate()
        #expect(renderer.frame(buffer) == first)
    }

    @Test func framesOfSeveralRowsAreSynchronized() {
        var renderer = Renderer(capabilities: Capabilities())
        let text = String(decoding: renderer.frame(Self.prices(selected: 0)), as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[?2026h"))
        #expect(text.hasSuffix("\u{1B}[?2026l"))
    }

    @Test func nearbyChangesAreJoinedByTheCellsBetween() {
        var renderer = Renderer(capabilities: Capabilities())
        var buffer = Buffer(size: Size(width: 20, height: 1))
        buffer.draw("a1b2c3", at: .zero)
        _ = renderer.frame(buffer)
        buffer.draw("A1B2C3", at: .zero)
        #expect(String(decoding: renderer.frame(buffer), as: UTF8.self) == "\u{1B}[1HA1B2C")
    }

    @Test func cellsThatStayAreWrittenAgainOnlyIfAMoveIsLonger() {
        var renderer = Renderer(capabilities: Capabilities())
        var buffer = Buffer(size: Size(width: 20, height: 1))
        buffer.draw("a123b1234c", at: .zero)
        _ = renderer.frame(buffer)
        buffer.draw("A123B1234C", at: .zero)
        #expect(String(decoding: renderer.frame(buffer), as: UTF8.self) == "\u{1B}[1HA123B\u{1B}[4CC")
    }

    @Test func aBlankTakesTheInkOfTheTextAfterIt() {
        let written = { (style: Style) in
            var renderer = Renderer(capabilities: Capabilities())
            var buffer = Buffer(size: Size(width: 6, height: 1))
            _ = renderer.frame(buffer)
            buffer.draw("  ", at: .zero, style: .background(.blue))
            buffer.draw("ab", at: Point(x: 2, y: 0), style: style)
            return String(decoding: renderer.frame(buffer), as: UTF8.self)
        }
        let red = Style.foreground(.red)
        #expect(written(red.background(.blue)) == "\u{1B}[1H\u{1B}[31;44m  ab")
        #expect(written(red) == "\u{1B}[1H\u{1B}[44m  \u{1B}[;31mab", "on another background")
        let underlined = red.background(.blue).underline
        #expect(written(underlined) == "\u{1B}[1H\u{1B}[44m  \u{1B}[4;31mab", "the line would show on the blanks")
    }

    @Test func withoutColorsOnlyAttributesAreSent() {
        var renderer = Renderer(capabilities: Capabilities(colors: .none))
        var buffer = Buffer(size: Size(width: 6, height: 1))
        buffer.draw("ab", at: .zero, style: .plain.bold.foreground(.red).background(.rgb(1, 2, 3)))
        let text = String(decoding: renderer.frame(buffer), as: UTF8.self)
        #expect(text.contains("\u{1B}[1mab"))
        #expect(!text.contains("38;") && !text.contains("48;") && !text.contains("31"))
    }

    @Test func linksAreOpenedAndClosed() {
        var renderer = Renderer(capabilities: Capabilities())
        var buffer = Buffer(size: Size(width: 6, height: 1))
        _ = renderer.frame(buffer)
        buffer.draw("page", at: .zero, style: .plain.linked(to: buffer.link(to: "https://a.b/\u{1B}c")))
        let text = String(decoding: renderer.frame(buffer), as: UTF8.self)
        #expect(text == "\u{1B}[1H\u{1B}]8;;https://a.b/c\u{1B}\\page\u{1B}]8;;\u{1B}\\")
    }

    /// A plausible price list at 120x30: truecolor changes, a selected row with a background.
    static func prices(selected: Int, offset: Int = 0) -> Buffer {
        var buffer = Buffer(size: Size(width: 120, height: 30))
        let columns = [
            Column("#", .fixed(4), alignment: .right), Column("", .fixed(2)), Column("Coin", .flexible(minimum: 12)),
            Column("Price", .fixed(12), alignment: .right), Column("24h", .fixed(8), alignment: .right),
            Column("Volume", .fixed(14), alignment: .right), Column("Cap", .fixed(14), alignment: .right),
        ]
        let change = Style.foreground(.rgb(80, 250, 123))
        let styles = Table.Styles(selected: .background(.rgb(40, 44, 62)).bold)
        Table(columns: columns, rowCount: 100, selected: selected, first: offset, styles: styles) { row, column, _ in
            switch column {
            case 0: Line("\(row + 1)", .foreground(.brightBlack))
            case 1: Line("★", .foreground(.yellow))
            case 2: Line("BTC Bitcoin \(row)")
            case 3: Line("64,123.4\(row % 10)")
            case 4: Line("▲ 1.2\(row % 10)%", change)
            case 5: Line("31.2\(row % 10)B")
            default: Line("1.26\(row % 10)T")
            }
        }.draw(into: &buffer, in: buffer.area)
        return buffer
    }

    @Test func alternatingStylesArePaintedOneAfterTheOther() {
        var buffer = Buffer(size: Size(width: 40, height: 1))
        for x in 0..<20 {
            buffer.draw(
                "█",
                at: Point(x: 2 * x, y: 0),
                style: .foreground(x % 2 == 0 ? .hex(0x3FB950) : .hex(0xF0605A))
            )
        }
        var renderer = Renderer(capabilities: Capabilities())
        let text = String(decoding: renderer.frame(buffer), as: UTF8.self)
        #expect(text.split(separator: "38;2;").count == 3)
    }

    @Test func onlyWebPagesAreLinked() {
        var buffer = Buffer(size: Size(width: 4, height: 1))
        #expect(buffer.link(to: "file:///etc/passwd") == .none)
        #expect(buffer.link(to: "javascript:alert(1)") == .none)
        #expect(buffer.link(to: "\u{1B}\u{7}") == .none)
        let link = buffer.link(to: "HTTPS://a.b/\u{1B}]8;;ü x")
        #expect(buffer.address(of: link) == "HTTPS://a.b/]8;;%C3%BCx")
    }
}
