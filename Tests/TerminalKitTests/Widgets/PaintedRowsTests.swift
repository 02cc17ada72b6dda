import TestSupport
import Testing

@testable import TerminalKit

/// A table that keeps its painted rows always looks like one that paints all of them.
struct PaintedRowsTests {
    private final class Word: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private struct State {
        var words: [Word]
        var selected: Int?
        var offset = 0
        var gap: Table.Gap?
        var size: Size
        var charset = Charset.unicode
        var ink = Color.green

        mutating func change(_ random: inout SeededGenerator) {
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1, 2: selected = Int.random(in: 0..<words.count, using: &random)
            case 3: words[Int.random(in: 0..<words.count, using: &random)] = Self.word(&random)
            case 4: offset = Int.random(in: 0..<words.count, using: &random)
            case 5: words.shuffle(using: &random)
            case 6: gap = Bool.random(using: &random) ? nil : .init(afterRow: selected ?? 0, height: 2)
            case 7: ink = Bool.random(using: &random) ? .green : .red
            default:
                size = Size(width: .random(in: 0...30, using: &random), height: .random(in: 0...9, using: &random))
                charset = Bool.random(using: &random) ? .unicode : .ascii
            }
        }

        static func word(_ random: inout SeededGenerator) -> Word {
            Word(["Bitcoin", "比特币", "e\u{301}", "👩‍👩‍👧", "…", "Ether", ""].randomElement(using: &random) ?? "")
        }
    }

    private func table(_ state: State, asked: @escaping (Int) -> Void = { _ in }) -> Table {
        Table(
            columns: [
                Column("#", .fixed(2)), Column("Coin", .flexible(minimum: 3)), Column("币", .fixed(5), priority: 1),
            ],
            rowCount: state.words.count,
            selected: state.selected,
            first: state.offset,
            gap: state.gap
        ) { row, column, _ in
            asked(row)
            return Line(column == 0 ? "\(row)" : state.words[row].text, .foreground(state.ink))
        }
    }

    /// A screen with other content, and with wide characters across the table's edges.
    private func canvas(_ state: State) -> Buffer {
        var buffer = Buffer(size: state.size, charset: state.charset)
        for y in 0..<state.size.height { buffer.draw("比特币比特币比特币比特币", at: Point(x: y % 2, y: y)) }
        return buffer
    }

    @Test func everyFrameEqualsOneWithoutKeptRows() {
        let seed = UInt64.random(in: 1...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let painted = PaintedRows()
        var state = State(words: (0..<12).map { _ in State.word(&random) }, size: Size(width: 24, height: 8))
        for frame in 0..<3_000 {
            state.change(&random)
            let area = Rect(state.size).inset(left: frame % 3)
            var (kept, anew) = (canvas(state), canvas(state))
            let words = state.words
            let layout = table(state).draw(into: &kept, in: area, keeping: painted, look: state.ink) {
                words[$0].text.isEmpty ? nil : words[$0]
            }
            #expect(layout == table(state).draw(into: &anew, in: area))
            guard kept == anew else {
                Issue.record("frame \(frame) differs, seed \(seed)")
                return
            }
        }
    }

    @Test func movingTheSelectionPaintsTwoRows() {
        let painted = PaintedRows()
        let words = (0..<40).map { Word("Coin \($0)") }
        var state = State(words: words, selected: 3, size: Size(width: 30, height: 20))
        var asked: Set<Int> = []
        func draw() -> Set<Int> {
            asked = []
            var buffer = Buffer(size: state.size)
            table(state) { asked.insert($0) }.draw(into: &buffer, in: buffer.area, keeping: painted, look: 0) {
                words[$0]
            }
            return asked
        }
        #expect(draw() == Set(0..<19))
        #expect(draw() == [])
        state.selected = 4
        #expect(draw() == [3, 4])
        state.size = Size(width: 29, height: 20)
        #expect(draw() == Set(0..<19))
    }
}
