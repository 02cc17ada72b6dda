package import Shared

/// What the import of a file would add. Making a plan changes nothing.
package struct ImportPlan: Sendable {
    /// A row that is not a transaction.
    package struct Skipped: Equatable, Sendable {
        package let line: Int
        package let reason: String
    }

    /// A transaction that would take more than was held at that time.
    package struct Shortfall: Equatable, Sendable {
        /// Nil if the transaction is already stored and falls short only because of the file.
        package let line: Int?
        package let words: String
    }

    /// The program that wrote the file: `Tickwire`, `Koinly` or `CoinTracker`.
    package let format: String
    /// The number of the import, which all of its transactions carry.
    package let importID: UInt64
    package private(set) var added: [Transaction] = []
    /// How many rows the table has already. They are not added again, so a second import of a file adds nothing.
    package private(set) var known = 0
    package private(set) var skipped: [Skipped] = []
    /// The transactions that would take more than was held, in the order of time. Add them only if the user insists.
    package private(set) var shortfalls: [Shortfall] = []
    /// The missing rates, one request for each currency. With them, fewer rows are skipped.
    package private(set) var missingRates: [DayRatesRequest] = []
    /// The symbols that mean several coins, each with these coins. Once they are chosen, fewer rows are skipped.
    package private(set) var ambiguities: [AmbiguousCoin] = []
    /// The line of each transaction in `added`, and its place there.
    private var origins: [TransactionID: (line: Int, index: Int)] = [:]

    /// - Parameter table: the user's present data.
    /// - Throws: `ImportFileFault`
    package init(_ text: String, into table: UserTable, market: ImportMarket) throws(ImportFileFault) {
        let file = try ImportFile(text)
        (format, importID) = (file.format, file.id)
        let reader = ImportReader(market, held: Set(table.transactions.map(\.coin)))
        for row in file.rows {
            do throws(ImportFault) {
                try take(file.transactions(of: row, reader), of: row.line, in: table)
            } catch {
                skip(row.line, error)
            }
        }
        let all = added + table.transactions
        shortfalls = table.shortfalls(with: added).map { shortfall in
            let fact = TransactionShortfall(shortfall, isOwn: origins[shortfall.transaction.id] != nil, among: all)
            let symbol = market.table.symbol(of: shortfall.transaction.coin)
            return Shortfall(line: origins[shortfall.transaction.id]?.line, words: "\(symbol): \(fact.fact)")
        }
    }

    private mutating func skip(_ line: Int, _ fault: ImportFault) {
        skipped.append(Skipped(line: line, reason: fault.description))
        if let (currency, date) = fault.missingRate { note(currency, date) }
        if let ambiguity = fault.ambiguity, !ambiguities.contains(where: { $0.typed == ambiguity.typed }) {
            ambiguities.append(ambiguity)
        }
    }

    private mutating func note(_ currency: String, _ date: CivilDate) {
        guard let index = missingRates.firstIndex(where: { $0.currency == currency }) else {
            return missingRates.append(DayRatesRequest(currency, from: date, through: date))
        }
        if date.daysSince1970 < missingRates[index].first.daysSince1970 { missingRates[index].first = date }
        if date.daysSince1970 > missingRates[index].last.daysSince1970 { missingRates[index].last = date }
    }

    private mutating func take(_ found: [Transaction], of line: Int, in table: UserTable) throws(ImportFault) {
        for var transaction in found {
            transaction.importID = importID
            if let origin = origins[transaction.id] {
                guard added[origin.index] == transaction else {
                    throw .sameID(transaction.id, line: origin.line)
                }
                known += 1
            } else if table[transaction.key] != nil {
                known += 1
            } else {
                origins[transaction.id] = (line, added.count)
                added.append(transaction)
            }
        }
    }

    /// The changes, in parts that each fit into a frame.
    package var mutations: [Mutation] {
        stride(from: 0, to: added.count, by: Self.partMax).map { start in
            .put(Array(added[start..<min(added.count, start + Self.partMax)]))
        }
    }

    /// A transaction has at most 1 KiB, and a mutation some 48 KiB.
    private static let partMax = 30

    /// - Throws: why it does not all fit. In that case, add nothing.
    package func check(_ table: UserTable, within rules: RecordRules) throws(MutationRefusal) {
        var table = table
        for mutation in mutations { try table.apply(mutation, within: rules) }
    }

    /// How many of the new transactions fit, beginning with the first.
    package func fitting(_ table: UserTable, within rules: RecordRules) -> Int {
        var (table, count) = (table, 0)
        for transaction in added {
            guard (try? table.apply(.put([transaction]), within: rules)) != nil else { break }
            count += 1
        }
        return count
    }
}

/// Why a file cannot be imported at all.
package enum ImportFileFault: Error, Equatable, CustomStringConvertible {
    case empty
    case notCSV(CSVText.Fault)
    /// Something other than commas stands between the columns.
    case otherSeparator(Separator)
    case unknownFormat(columns: String)

    /// What other programs write between columns.
    package enum Separator: Character, CaseIterable, Sendable {
        case semicolon = ";"
        case tab = "\t"
    }

    package var description: String {
        switch self {
        case .empty: "the file is empty; use one that 'tickwire holdings export', Koinly or CoinTracker has written"
        case .notCSV(let fault): "the file is not valid CSV: \(fault)"
        case .otherSeparator(let separator):
            "the file has \(separator)s between its columns; save it with commas between them"
        case .unknownFormat(let columns):
            "the columns \(columns.escaped) do not match any known file; use an export of Tickwire, Koinly's universal template or CoinTracker's CSV"
        }
    }
}
