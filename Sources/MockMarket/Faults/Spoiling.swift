/// Something wrong in an answer that is otherwise whole: faults that a reader cannot detect by the form of the answer.
///
/// They change the generated or recorded rows of a list, which are the elements of the answer's first array of objects.
/// A row is named by its `symbol`.
package enum Spoiling: Sendable, Equatable {
    /// What replaces a price.
    package enum Price: Sendable, Equatable {
        /// This JSON: a number, or `null`.
        case text(String)
        /// The right price times this.
        case times(Int)
        /// The right price divided by this.
        case part(Int)
    }

    /// Only the first rows, this many.
    case rows(Int)
    /// This many of the first rows are empty.
    case badRows(Int)
    case price(symbol: String, Price)
    /// The row is missing.
    case without(symbol: String)
    /// The row comes twice.
    case twice(symbol: String)
    /// The provider's clock is wrong by this many milliseconds. It affects the time of the answer and not those of its
    /// rows.
    case clock(milliseconds: Int64)
    /// The provider's clock stands still at this time, in milliseconds since 1970.
    case stopped(milliseconds: Int64)
    /// The row is older by this many milliseconds.
    case age(symbol: String, milliseconds: Int64)
    /// Every pair is in this state.
    case state(String)
    /// A byte-order mark precedes the answer.
    case byteOrderMark
}
