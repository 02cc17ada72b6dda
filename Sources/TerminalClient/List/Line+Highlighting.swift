internal import TerminalKit

extension Line {
    /// A text in which the characters that a filter matches stand out.
    init(_ text: String, highlighting match: Range<Int>?, _ style: Style) {
        guard let match else {
            self.init(text, style)
            return
        }
        let characters = Array(text)
        self.init([
            Span(String(characters[..<match.lowerBound]), style),
            Span(String(characters[match]), Theme.match),
            Span(String(characters[match.upperBound...]), style),
        ])
    }
}
