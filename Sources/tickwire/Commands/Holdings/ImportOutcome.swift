import Shared
import TerminalClient

/// What an import has done or would do, in a line.
enum ImportOutcome: CustomStringConvertible {
    /// How many rows of a file are what.
    struct Counts {
        /// The program that wrote the file.
        let format: String
        let new: Int
        let known: Int
        let skipped: Int
    }

    // MARK: Rows
    case skipped(line: Int, reason: String)
    case ratesNotKnown(currency: String, AnswerProblem)
    /// A transaction that takes more than is held.
    /// - Parameter line: nil if it is not of the file.
    case shortfall(line: Int?, words: String)

    // MARK: Without --yes
    case nothingToAdd(Counts)
    /// - Parameter fitting: how many of the new transactions have room.
    case tooMany(Counts, fitting: Int)
    /// - Parameter isForced: whether `--force` is needed, too.
    case wouldAdd(Counts, isForced: Bool)

    // MARK: With --yes
    case nothingAdded(Counts)
    case added(Counts, import: TransactionID)
    /// How to take an import back.
    case undo(import: TransactionID)

    var description: String {
        switch self {
        case .skipped(let line, let reason): "line \(line) was not understood: \(reason.escaped)"
        case .ratesNotKnown(let currency, let problem): "the rates of \(currency) are not known: \(problem)"
        case .shortfall(let line, let words): (line.map { "line \($0), " } ?? "") + words.escaped
        case .nothingToAdd(let counts): "\(counts); there is nothing to add"
        case .tooMany(let counts, let fitting): "\(counts); only the first \(fitting) fit"
        case .wouldAdd(let counts, false): "\(counts); --yes adds them"
        case .wouldAdd(let counts, true): "\(counts); --yes --force adds them, with what is missing"
        case .nothingAdded(let counts): "\(counts); nothing was added"
        case .added(let counts, let number): "\(counts); import \(number)"
        case .undo(let number): "'tickwire holdings remove \(number)' takes all of it back"
        }
    }
}

extension ImportOutcome.Counts: CustomStringConvertible {
    var description: String { "\(format) file: \(new) new, \(known) there already, \(skipped) not understood" }
}
