internal import Shared
internal import TerminalClient

/// A file of transactions from wherever the user has it.
enum ImportFuzz {
    private static let market = ImportMarket(MarketTable(), currencies: ["EUR", "USD"])

    static func read(_ bytes: [UInt8]) {
        do throws(ImportProblem) {
            let plan = try ImportPlan(String(decoding: bytes, as: UTF8.self), into: UserTable(), market: market)
            precondition(
                plan.skipped.allSatisfy { !$0.reason.isEmpty && $0.line > 0 },
                "a row is left out without a reason"
            )
            if !plan.added.isEmpty { export(plan.added) }
        } catch {
            precondition(!error.description.isEmpty, "a file is refused without a reason")
        }
    }

    /// What was imported is exported, and imported from that.
    private static func export(_ transactions: [Transaction]) {
        let file = TransactionFile.text(of: transactions) { _ in "" }
        let again = try? ImportPlan(file, into: UserTable(), market: market)
        precondition(again?.added.map(\.id) == transactions.map(\.id), "an export is not what was imported")
        precondition(again?.skipped == [], "an export has a row that an import leaves out")
    }
}
