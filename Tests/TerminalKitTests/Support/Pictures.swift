import TestSupport

@testable import TerminalKit

/// A drawing of a size as text, with each row cut after its last character.
func picture(_ width: Int, _ height: Int, _ charset: Charset = .unicode, _ draw: (inout Buffer) -> Void) -> String {
    var buffer = Buffer(size: Size(width: width, height: height), charset: charset)
    draw(&buffer)
    return buffer.text
}

extension ModelTerminal {
    /// The frame this terminal shows, in the terms of a buffer painted on it with a given depth. Nil if they agree, or
    /// else the first difference.
    func difference(from buffer: Buffer, depth: ColorDepth) -> String? {
        for y in 0..<buffer.size.height {
            for x in 0..<buffer.size.width where !agrees(cells[y][x], with: buffer[x, y], of: buffer, depth) {
                return
                    "at \(x),\(y): shows \(cells[y][x]), should show \(buffer[x, y].glyph.text) \(buffer[x, y].style)"
            }
        }
        if shownImages != Self.described(buffer.placements) { return "shows images \(shownImages)" }
        return unknown.isEmpty ? nil : "unknown: \(unknown)"
    }

    private var shownImages: [String] {
        images.shown.map { place, area in
            let isWhole = images.sent[place.image] != nil
            return "\(place.image) at \(area)\(isWhole ? "" : ", which was never sent")"
        }.sorted()
    }

    private static func described(_ placements: [ImagePlacement]) -> [String] {
        placements.map { "\($0.image.id) at \($0.area)" }.sorted()
    }

    private func agrees(_ shown: Cell, with cell: TerminalKit.Cell, of buffer: Buffer, _ depth: ColorDepth) -> Bool {
        if cell.glyph == .continuation { return shown.isContinuation }
        let background = cell.style.background.downgraded(to: depth)
        guard shown.text == cell.glyph.text, shown.pen.background == background else { return false }
        if cell.isBlank {
            return shown.pen.link.isEmpty && shown.pen.attributes.isDisjoint(with: [.underline, .reverse])
        }
        return shown.pen.foreground == cell.style.foreground.downgraded(to: depth)
            && shown.pen.attributes == cell.style.attributes
            && shown.pen.link == buffer.address(of: cell.style.link) ?? ""
    }
}
