internal import TerminalKit

extension ChartFigure {
    /// A line in the plot, with its value at the candle of the readout.
    struct Line: Equatable, Sendable {
        let name: String
        let ink: ChartInk
        /// One value for each of `bars`.
        let values: [Double?]
        let told: PriceText?
        /// The line's latest value, which is drawn beside its end; nil if the end has no label.
        var end: Mark?
    }

    struct Pane: Equatable, Sendable {
        let name: String
        let scale: ValueScale
        let lines: [Line]
        /// One value for each of `bars`, or none.
        let columns: [Double?]
        let guides: [Mark]
    }

    static func linesOver(
        _ closes: [Double],
        _ range: Range<Int>,
        _ choices: ChartChoices,
        _ axis: AxisText,
        told: Int
    ) -> [Line] {
        choices.ordered.flatMap { part -> [Line] in
            guard case .lines(let lines) = part.description.drawing else { return [] }
            return lines(closes).map { line in
                Line(
                    name: line.name,
                    ink: line.ink,
                    values: Array(line.values[range]),
                    told: line.values[told].flatMap(axis.prices.text)
                )
            }
        }
    }

    static func panes(
        _ closes: [Double],
        _ range: Range<Int>,
        _ demand: ChartDemand,
        _ axis: AxisText,
        told: Int
    ) -> [ChartPart: Pane] {
        var panes: [ChartPart: Pane] = [:]
        for (part, rows) in demand.paneRows {
            guard case .pane(let make) = part.description.drawing else { continue }
            panes[part] = Pane(make(closes), range, rows: rows, axis, told: told)
        }
        return panes
    }

    /// - Parameter told: the index of the candle in the readout, among the visible ones.
    static func linesCompared(
        _ compared: [ComparedLine],
        on scale: ValueScale,
        _ axis: AxisText,
        told: Int
    ) -> [Line] {
        var taken: Set<Int> = []
        return compared.map { line in
            let last = line.values.last { $0 != nil } ?? nil
            var end: Mark?
            if let last, let row = scale.row(of: last), let text = axis.text(last) {
                // If two lines end at the same height, their names stand one above the other.
                let free = [row, row + 1, row - 1, row + 2, row - 2, row + 3, row - 3].first {
                    !taken.contains($0) && (0..<scale.rows).contains($0)
                }
                if let free { taken.insert(free) }
                end = Mark(row: free, text: PriceText.fixed("\(line.name) \(text.full)"), isUp: last >= 100)
            }
            let value = line.values.indices.contains(told) ? line.values[told] : nil
            return Line(
                name: line.name,
                ink: line.ink,
                values: line.values,
                told: value.flatMap { axis.text($0) } ?? PriceText.fixed(line.note ?? "–"),
                end: end
            )
        }
    }
}

extension ChartFigure.Pane {
    fileprivate init(_ pane: IndicatorPane, _ range: Range<Int>, rows: Int, _ axis: AxisText, told: Int) {
        name = pane.name
        columns = pane.columns.isEmpty ? [] : Array(pane.columns[range])
        let isFixed: Bool
        switch pane.range {
        case .fixed(let ends):
            scale = ValueScale(from: ends.lowerBound, to: ends.upperBound, rows: rows)
            isFixed = true
        case .aroundZero:
            let values = pane.lines.flatMap { $0.values[range] } + pane.columns[pane.columns.isEmpty ? 0..<0 : range]
            scale = ValueScale(around: values.compactMap(\.self), rows: rows)
            isFixed = false
        }
        lines = pane.lines.map { line in
            let value = line.values[told]
            let text = isFixed ? value.map { PriceText(Self.oneDecimal($0)) } : value.flatMap(axis.figure)
            return ChartFigure.Line(name: line.name, ink: line.ink, values: Array(line.values[range]), told: text)
        }
        let ruler = scale
        guides = pane.guides.map { guide in
            ChartFigure.Mark(row: ruler.row(of: guide), text: PriceText("\(Int(guide))"), isUp: true)
        }
    }

    private static func oneDecimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension ChartChoices {
    /// The parts in the order in which they are described.
    var ordered: [ChartPart] { ChartPart.allCases.filter(parts.contains) }
}
