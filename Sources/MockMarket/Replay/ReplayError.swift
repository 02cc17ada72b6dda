import Shared

/// Why a folder of recordings cannot be replayed.
package struct ReplayError: Error, Hashable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        case notFound
        case noRecordings
        /// - Parameter file: a file that the plan names.
        case missing(file: String)
        case malformed(String)
        case speed
        case unreadable
        /// - Parameter number: counted from 1.
        case noAnswer(line: Int)
        case noMinutes(rows: Int, lines: Int)
        case noScale(String)
    }

    /// The file or folder.
    package let path: String
    package let reason: Reason

    package init(_ path: String, _ reason: Reason) { (self.path, self.reason) = (path, reason) }

    package var description: String { "replay \(path): \(reason.words)" }
}

extension ReplayError.Reason {
    fileprivate var words: String {
        switch self {
        case .notFound: "there is no such folder or file"
        case .noRecordings: "it has neither \(ReplayPlan.fileName) nor \(RecordedAnswer.indexName)"
        case .missing(let file): "it names \(file), which is not there"
        case .malformed(let reason): "it is not as docs/MOCK.md describes it: \(reason)"
        case .speed: "the speed must be above 0"
        case .unreadable: "it cannot be read"
        case .noAnswer(let line): "line \(line) is not a recorded answer"
        case .noMinutes(let rows, let lines):
            "\(rows) of its \(lines) rows are minutes; at least two, and nine tenths of all, must be"
        case .noScale(let scale): "the scale \(scale) is not a number above 0"
        }
    }
}
