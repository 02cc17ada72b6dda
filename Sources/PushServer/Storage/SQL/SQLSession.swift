internal import Shared

/// The statements of one transaction, in the SQL that SQLite and PostgreSQL have in common. So code that both stores
/// share is written once.
///
/// Statements have SQLite's placeholders, `?` and `?1`. They are few and recur, so each connection keeps them prepared.
protocol SQLSession {
    /// The column of `account` by which names are compared. In SQLite that is the name itself, whose case SQLite folds.
    var comparedName: String { get }
    /// The end of a SELECT that claims rows and skips those that other nodes are claiming.
    var claiming: String { get }
    /// - Returns: all rows, in order.
    func all(_ sql: String, _ values: [SQLValue]) throws -> [any SQLRow]
    /// - Returns: the first row; nil if there is none.
    func one(_ sql: String, _ values: [SQLValue]) throws -> (any SQLRow)?
    /// Visits the rows of a statement that may have very many.
    func each(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws
    /// Runs a statement whose rows nobody needs. A shared database reports its failure later, but before it commits.
    func perform(_ sql: String, _ values: [SQLValue]) throws
    /// Keeps other nodes from changing these accounts until the transaction ends. Statements that follow see what others
    /// have committed before.
    func lock(_ accounts: [AccountID]) throws
    /// Locks the accounts to which these tokens sign in.
    func lock(accountsOf tokens: [TokenHash]) throws
    /// The highest number that a row of this table has ever had; 0 before the first one.
    /// - Parameter table: one whose numbers are never used twice.
    func lastNumber(of table: String) throws -> Int64
    /// The next row of this table gets a higher number.
    func setLastNumber(of table: String, to number: Int64) throws
    /// Gives the next outcome a higher number than all that are there.
    func continueOutcomes() throws
}

/// A row of a statement's result. Columns are named as in the statement.
protocol SQLRow {
    /// An integer, or a boolean as 0 or 1.
    /// - Returns: nil for NULL.
    func int(_ column: String) -> Int64?
    /// - Returns: nil for NULL.
    func text(_ column: String) -> String?
    /// - Returns: nil for NULL.
    func bytes(_ column: String) -> [UInt8]?
}

extension SQLRow {
    /// A column that is never NULL.
    func number(_ column: String) -> Int64 { int(column) ?? 0 }
    func flag(_ column: String) -> Bool { int(column) == 1 }
    func time(_ column: String) -> MarketTime { MarketTime(milliseconds: number(column)) }
    func version(_ column: String) -> UInt64 { UInt64(number(column)) }
    func account(_ column: String) -> AccountID { AccountID(rawValue: number(column)) }
    func device(_ column: String) -> DeviceID { DeviceID(rawValue: UInt64(number(column))) }
}

/// A value in a statement.
enum SQLValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case text(String)
    case bytes([UInt8])

    static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .null }
    static func optional(_ bytes: [UInt8]?) -> Self { bytes.map { .bytes($0) } ?? .null }
    static func count(_ number: Int) -> Self { .int(Int64(number)) }
    static func kind(_ kind: UInt32) -> Self { .int(Int64(kind)) }
    static func time(_ time: MarketTime) -> Self { .int(time.milliseconds) }
    static func account(_ account: AccountID) -> Self { .int(account.rawValue) }
    /// No device has a number that the database could not hold.
    static func device(_ device: DeviceID) -> Self { .int(Int64(clamping: device.rawValue)) }
    static func token(_ token: TokenHash) -> Self { .bytes(token.bytes) }
}
