import ArgumentParser
import Shared
import TerminalClient

/// How old prices may be, and what is said of those that are old.
struct AgeOptions: ParsableArguments {
    /// sysexits(3): a temporary failure. What was printed is older than was asked for.
    static let tooOld = ExitCode(75)

    @Option(
        help: ArgumentHelp(
            "Exit with status 75 if any printed price is older than this, as in 60s or 5m.",
            valueName: "time"
        )
    )
    var maxAge: AgeLimit?

    /// So many of what is too old are named; the others are counted.
    private static let namedMax = 3

    /// - Throws: `tooOld`, after lines that say what is too old.
    func check(_ ages: [(name: String, age: Duration?)]) throws {
        guard let maxAge else { return }
        let old = ages.filter { $0.age.map { $0 > maxAge.time } ?? true }
        if old.isEmpty { return }
        for (name, age) in old.prefix(Self.namedMax) {
            let words = age.map { "is \(Int($0 / .seconds(1))) s old" } ?? "is of unknown age"
            StandardError.print("tickwire: \(name) \(words), more than --max-age \(maxAge.text)")
        }
        let others = old.count - Self.namedMax
        if others > 0 { StandardError.print("tickwire: and so \(others == 1 ? "is one more" : "are \(others) more")") }
        throw Self.tooOld
    }

    /// On standard error: which sources are silent, and which of the prices are old.
    @MainActor
    static func warn(_ table: MarketTable, _ quotes: [Quote], at now: MarketTime) {
        for line in SourceReport.warnings(of: table, at: now) { StandardError.print("tickwire: \(line)") }
        let old = quotes.filter { table.isOld($0.pricing) }
        guard let first = old.first, let age = table.age(of: first.pricing, at: now)?.age else { return }
        let others = old.count > 1 ? ", and \(old.count - 1) others are old" : ""
        let name = first.instrument.symbol.escaped
        StandardError.print("tickwire: the price of \(name) is \(Int(age / .seconds(1))) s old\(others)")
    }
}

/// A time as text: `500ms`, `60s`, `5m`, `2h`.
struct AgeLimit: ExpressibleByArgument, Sendable {
    let text: String
    let time: Duration

    init?(argument: String) {
        let units: [(String, Duration)] = [
            ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
        ]
        for (unit, length) in units where argument.hasSuffix(unit) {
            guard let count = UInt32(argument.dropLast(unit.count)) else { continue }
            (text, time) = (argument, length * Int(count))
            return
        }
        return nil
    }
}
