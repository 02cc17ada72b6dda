package import Shared

/// What the import of a file would add. Making a plan changes nothing.
package struct ImportPlan: Sendable {
    /// A row that is not a transaction.
    package struct Skipped: Equatable, Sendable {
        package let line: Int
        package let reason: String
    }

    /// The program that wrote the file: `Tickwire`, `Koinly` or `CoinTracker`.
    package let format: String
    /// The number of the import, which all of its transactions carry.
    package let importID: UInt64
    package private(set) var added: [Transaction] = []
    /// How many rows the table has already. They are not added again, so a second import of a file adds nothing.
    package private(set) var known = 0
    package private(set) var skipped: [Skipped] = []
    /// The missing rates, one request for each currency. With them, fewer rows are skipped.
    package private(set) var missingRates: [DayRatesRequest] = []

    /// - Parameter table: the user's present data.
    /// - Throws: `ImportProblem`
    package init(_ text: String, into table: UserTable, market: ImportMarket) throws(ImportProblem) {
        let rows: [CSVText.Row]
        do throws(CSVText.Fault) {
            rows = try CSVText.rows(of: text)
        } catch {
            throw .noCSV(line: error.line, reason: error.reason)
        }
        guard let head = rows.first else { throw .empty }
        let columns = head.cells.map { $0.trimmed.lowercased() }
        let tracker = TrackerRow.formats.first { $0.fits(columns) }
        guard tracker != nil || ["kind", "coin_id", "amount", "time"].allSatisfy(columns.contains) else {
            throw .unknownFormat(columns: head.cells.prefix(6).joined(separator: ", "))
        }
        format = tracker?.name ?? "Tickwire"
        importID = Self.hash(["import", text])
        let context = market.context
        var seen: [[String]: Int] = [:]
        for row in rows.dropFirst() {
            // Two equal rows are two transactions, like two equal trades in one second.
            let occurrence = seen[row.cells, default: 0]
            seen[row.cells] = occurrence + 1
            let cell = { (name: String) in
                columns.firstIndex(of: name).flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }?
                    .trimmed ?? ""
            }
            let name = format
            let id = { (part: Int) in
                TransactionID(rawValue: Self.hash([name, "\(occurrence)", "\(part)"] + row.cells))
            }
            do throws(ImportFault) {
                let found =
                    if let tracker {
                        try TrackerRow(cell, tracker).transactions(context, id: id)
                    } else {
                        [try TransactionFile.transaction(cell, context, id: TransactionID(typed: cell("id")) ?? id(0))]
                    }
                if let problem = found.lazy.compactMap(\.problem).first { throw ImportFault("it has \(problem)") }
                take(found, in: table)
            } catch {
                skipped.append(Skipped(line: row.line, reason: error.description))
                if let (currency, date) = error.missingRate { note(currency, date) }
            }
        }
    }

    private mutating func note(_ currency: String, _ date: CivilDate) {
        guard let index = missingRates.firstIndex(where: { $0.currency == currency }) else {
            return missingRates.append(DayRatesRequest(currency, from: date, through: date))
        }
        if date.daysSince1970 < missingRates[index].first.daysSince1970 { missingRates[index].first = date }
        if date.daysSince1970 > missingRates[index].last.daysSince1970 { missingRates[index].last = date }
    }

    private mutating func take(_ found: [Transaction], in table: UserTable) {
        for var transaction in found {
            if table[transaction.key] != nil || added.contains(where: { $0.id == transaction.id }) {
                known += 1
            } else {
                transaction.importID = importID
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

    /// - Throws: why not all of it fits. Then nothing should be added.
    package func check(_ table: UserTable, within rules: RecordRules) throws(MutationRefusal) {
        var table = table
        for mutation in mutations { try table.apply(mutation, within: rules) }
    }

    /// The first 64 bits of a hash that is the same in each run of the program.
    private static func hash(_ parts: [String]) -> UInt64 {
        let bytes = parts.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0x1F] }
        return max(1, SHA256.hash(bytes).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// What an import has to know about the market.
package struct ImportMarket: Sendable {
    let table: MarketTable
    let currencies: Set<String>
    let given: [String: BigDecimal]
    package var rates: KnownRates

    /// - Parameters:
    ///   - currencies: the codes that stand for money.
    ///   - given: the dollars for one unit of a currency, as the user gave them. They take precedence.
    ///   - rates: the rates of the rows' days.
    package init(
        _ table: MarketTable,
        currencies: Set<String>,
        given: [String: BigDecimal] = [:],
        rates: KnownRates = KnownRates()
    ) {
        (self.table, self.currencies, self.given, self.rates) = (table, currencies, given, rates)
    }

    var context: ImportContext {
        ImportContext(
            coin: { CoinQuery.symbol($0).match(in: table)?.instrument.coin },
            isMoney: { currencies.contains($0) },
            dollarRate: { code, time in given[code] ?? rates.dollars(of: code, on: time.date) }
        )
    }
}

/// Why a file cannot be imported at all.
package enum ImportProblem: Error, Equatable, CustomStringConvertible {
    case empty
    case noCSV(line: Int, reason: String)
    case unknownFormat(columns: String)

    package var description: String {
        switch self {
        case .empty: "the file is empty; use one that 'tickwire holdings export', Koinly or CoinTracker has written"
        case .noCSV(let line, let reason): "the file is not valid CSV: line \(line): \(reason)"
        case .unknownFormat(let columns):
            "the columns \(columns.escaped) do not match any known file; use an export of Tickwire, Koinly's universal template or CoinTracker's CSV"
        }
    }
}
