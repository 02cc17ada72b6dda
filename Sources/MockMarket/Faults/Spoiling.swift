/// What is wrong with an answer that is otherwise whole: the faults that a reader cannot tell from the truth by its form.
///
/// They change the generated or recorded rows of a list: the elements of the answer's first array of objects. A row is named by
/// its `symbol`.
package enum Spoiling: Sendable, Equatable {
    /// What takes the place of a price.
    package enum Price: Sendable, Equatable {
        /// As it stands in the JSON: a number, or `null`.
        case text(String)
        /// So many times the right one.
        case times(Int)
        /// The right one divided by so much.
        case part(Int)
    }

    /// Only so many rows, the first ones.
    case rows(Int)
    /// So many rows, the first ones, have nothing in them.
    case badRows(Int)
    case price(symbol: String, Price)
    /// The row is missing.
    case without(symbol: String)
    /// The row comes twice.
    case twice(symbol: String)
    /// The provider's clock is off by so many milliseconds: in the answer's own time, not in its rows.
    case clock(milliseconds: Int64)
    /// The provider's clock stands still at this time, in milliseconds since 1970.
    case stopped(milliseconds: Int64)
    /// The row was made so many milliseconds earlier.
    case age(symbol: String, milliseconds: Int64)
    /// Every pair is in this state.
    case state(String)
    /// A byte-order mark stands before the answer.
    case byteOrderMark
}
