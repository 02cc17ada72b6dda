internal import TerminalKit

/// The title of the chart of values, and what the chart lacks: as many whole words as there is room for. The title is
/// shortened first. The day on which the prices begin is never left out.
struct HistoryTitle: Equatable {
    static let subject = "Value"
    private static let gap = 2

    /// What follows the subject.
    let detail: String
    let remarks: String

    /// - Parameters:
    ///   - currency: the name of the chart's currency.
    ///   - room: how many columns there are for both.
    init(in currency: String, _ remarks: [HistoryRemark], room: Int) {
        let details = [" at the end of each day, \(currency)", ", \(currency)", ""]
        let roomBesideSubject = room - Self.subject.columnCount - Self.gap
        for words in [remarks.map(\.description), remarks.map(\.brief)] {
            let text = words.joined(separator: "; ")
            let needed = text.isEmpty ? -Self.gap : text.columnCount
            if let detail = details.first(where: { $0.columnCount + needed <= roomBesideSubject }) {
                (self.detail, self.remarks) = (detail, text)
                return
            }
        }
        (detail, self.remarks) = ("", Self.words(of: remarks, room: roomBesideSubject))
    }

    /// The first day, and as many words of the other remarks as fit after it.
    private static func words(of remarks: [HistoryRemark], room: Int) -> String {
        let day = remarks.filter(\.hasDay).map { "\($0.brief); " }.joined()
        let others = remarks.filter { !$0.hasDay }.map(\.description).joined(separator: "; ")
        let words = wholeWords(of: others, room: room - day.columnCount)
        return words.isEmpty ? String(day.dropLast(2)) : day + words
    }

    /// As many words as fit before an ellipsis.
    private static func wholeWords(of text: String, room: Int) -> String {
        var kept = ""
        for word in text.split(separator: " ") {
            let next = kept.isEmpty ? String(word) : "\(kept) \(word)"
            guard next.columnCount < room else { break }
            kept = next
        }
        while let last = kept.last, ",;:…".contains(last) { kept.removeLast() }
        return kept.isEmpty ? "" : kept + "…"
    }
}
