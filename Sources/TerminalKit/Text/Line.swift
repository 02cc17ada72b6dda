/// One row of text in any number of styles.
package struct Line: Hashable, Sendable {
    package var spans: [Span]

    package init(_ spans: [Span] = []) { self.spans = spans }
    package init(_ text: String, _ style: Style = .plain) { spans = [Span(text, style)] }

    package var text: String { spans.map(\.text).joined() }
    package var columnCount: Int { spans.reduce(0) { $0 + $1.text.columnCount } }
    package var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }

    package static func + (left: Line, right: Line) -> Line { Line(left.spans + right.spans) }

    /// This line if it fits; otherwise cut, with an ellipsis in the style of the span that was cut.
    package func truncated(toColumns limit: Int) -> Line {
        guard columnCount > limit else { return self }
        var kept: [Span] = []
        var room = limit
        for span in spans {
            let width = span.text.columnCount
            guard width < room else {
                kept.append(Span(span.text.cut(toColumns: room), span.style))
                break
            }
            kept.append(span)
            room -= width
        }
        return Line(kept)
    }
}

extension Line: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

extension String {
    /// Cuts the text with an ellipsis even if it would just fit, because more text follows.
    fileprivate func cut(toColumns limit: Int) -> String {
        columnCount < limit ? self + "…" : (self + " ").truncated(toColumns: limit)
    }
}

/// A piece of text in one style.
package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
