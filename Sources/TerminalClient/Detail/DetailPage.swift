internal import Shared
internal import TerminalKit

/// A coin's page in rows of a given width: facts, text and links, in one or two columns.
@MainActor
struct DetailPage {
    /// A row of text, or of a link's address.
    struct Row {
        let line: Line
        /// The index of the link that the row belongs to.
        var link: Int?

        init(_ line: Line = Line(), link: Int? = nil) {
            self.line = line
            self.link = link
        }
    }

    /// Longer rows are hard to read.
    private static let textWidthMax = 76
    private static let factsWidth = 50
    private static let gap = 4
    private static let twoColumnsMin = 104

    let left: [Row]
    let right: [Row]
    /// The first column of the right part.
    let rightStart: Int

    init(_ viewModel: DetailViewModel, width: Int) {
        self.init(
            width: width,
            facts: { Self.factRows(viewModel.content.facts, width: $0) },
            text: { Self.textRows(viewModel, width: $0) },
            links: { Self.linkRows(viewModel, width: $0) }
        )
    }

    /// The visible part of facts and text, in a place that does not scroll.
    init(_ facts: [DetailFact], _ paragraphs: [String], size: Size) {
        self.init(
            width: size.width,
            facts: { Self.factRows(facts, width: $0) },
            // Wrap no more of a long text than this frame shows.
            text: { Self.textRows(paragraphs.prefix(size.height), columnsMax: $0 * size.height, width: $0) },
            links: { _ in [] }
        )
    }

    /// - Parameters: each function makes rows of the given width.
    private init(width: Int, facts: (Int) -> [Row], text: (Int) -> [Row], links: (Int) -> [Row]) {
        let isWide = width >= Self.twoColumnsMin
        let factsWidth = isWide ? Self.factsWidth : min(width, Self.textWidthMax)
        let textWidth = min(Self.textWidthMax, isWide ? width - factsWidth - Self.gap : width)
        rightStart = factsWidth + Self.gap
        let (facts, text, links) = (facts(factsWidth), text(textWidth), links(factsWidth))
        left = Array(
            (isWide ? [facts, links] : [facts, text, links]).filter { !$0.isEmpty }.joined(separator: [Row()])
        )
        right = isWide ? text : []
    }

    var rowCount: Int { max(left.count, right.count) }

    /// The rows of a link's address.
    func rows(ofLink link: Int) -> ClosedRange<Int>? {
        guard let first = left.firstIndex(where: { $0.link == link }) else { return nil }
        return first...(left.lastIndex { $0.link == link } ?? first)
    }

    /// The link whose title or address is in a row.
    func link(atRow row: Int) -> Int? {
        // A title is in the row above its address.
        left.dropFirst(row).prefix(2).lazy.compactMap(\.link).first
    }

    private static func factRows(_ facts: [DetailFact], width: Int) -> [Row] {
        let labels = facts.map(\.label.columnCount).max() ?? 0
        guard width > labels + 12 else {
            return facts.flatMap {
                Line([Span($0.label + " ", Theme.muted), Span($0.value)]).wrapped(toColumns: width)
            }
            .map { Row($0) }
        }
        return facts.flatMap { fact in
            let lines = Line(fact.value).wrapped(toColumns: width - labels - 2)
            return lines.enumerated().map { index, line in
                let label = (index == 0 ? fact.label : "").padded(toColumns: labels)
                return Row(Line([Span(label + "  ", Theme.muted)]) + line)
            }
        }
    }

    private static func linkRows(_ viewModel: DetailViewModel, width: Int) -> [Row] {
        let links = viewModel.content.links
        guard !links.isEmpty else { return [] }
        let rows = links.enumerated().flatMap { index, link in
            let isSelected = index == viewModel.selectedLink
            let title = Row(Line((isSelected ? "▸ " : "  ") + link.title, isSelected ? Theme.title : Theme.muted))
            let address = Line(link.address.text, Theme.link.underline).wrapped(toColumns: max(1, width - 2))
            return [title] + address.map { Row(Line("  ") + $0, link: index) }
        }
        return [Row(Line("Links", Theme.title))] + rows
    }

    private static func textRows(_ viewModel: DetailViewModel, width: Int) -> [Row] {
        let absence = viewModel.content.absence
        guard absence.isEmpty else {
            var lines = absence.map { Line($0, viewModel.canRetry ? Theme.warning : Theme.muted) }
            if viewModel.canRetry, let key = viewModel.keys.screen.name(of: .refresh) {
                lines.append(Line([Span(key, Theme.title), Span(" asks again", Theme.muted)]))
            }
            return lines.flatMap { $0.wrapped(toColumns: width) }.map { Row($0) }
        }
        return textRows(viewModel.content.paragraphs[...], width: width)
    }

    /// - Parameter columnsMax: how many columns of each paragraph to read at most.
    private static func textRows(_ text: ArraySlice<String>, columnsMax: Int = .max, width: Int) -> [Row] {
        let paragraphs = text.map { paragraph in
            let paragraph = String(paragraph.prefix(columnsMax))
            let isHeading = paragraph.hasPrefix("#")
            let text = isHeading ? String(paragraph.drop { $0 == "#" || $0 == " " }) : paragraph
            return Line(text, isHeading ? Theme.title : Theme.plain).wrapped(toColumns: width).map { Row($0) }
        }
        return Array(paragraphs.joined(separator: [Row()]))
    }
}
