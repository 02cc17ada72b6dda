internal import Shared

/// A row of a tracker's export: what was sent and what was received for it.
///
/// Koinly (the universal template) and CoinTracker (its CSV) document such files. Both name coins by symbols and money
/// by codes.
struct TrackerRow {
    struct Amount: Equatable {
        let number: BigDecimal
        /// `BTC`, `EUR`
        let unit: String
    }

    let time: MarketTime
    var sent: Amount?
    var received: Amount?
    var fee: Amount?
    /// The value of both in money, if the file has it.
    var worth: Amount?
    var note = ""

    /// How a tracker names the columns of its files.
    struct Format: Sendable {
        let name: String
        let time: [String]
        let sent: (String, String)
        let received: (String, String)
        let worth: (String, String)?
        let note: [String]
        /// The form of times, for people.
        let timeForm: String
        let readTime: @Sendable (String) -> MarketTime?

        /// The columns of numbers.
        var numbers: [String] { [sent.0, received.0, "fee amount"] + (worth.map { [$0.0] } ?? []) }

        /// Whether a file with these columns has this format.
        func fits(_ columns: [String]) -> Bool {
            time.contains(where: columns.contains)
                && [sent.0, sent.1, received.0, received.1, "fee amount", "fee currency"].allSatisfy(columns.contains)
        }
    }

    static let formats = [
        Format(
            name: "Koinly",
            time: ["date", "koinly date"],
            sent: ("sent amount", "sent currency"),
            received: ("received amount", "received currency"),
            worth: ("net worth amount", "net worth currency"),
            note: ["label", "description", "txhash"],
            timeForm: "YYYY-MM-DD hh:mm UTC",
            readTime: time(ofKoinly:)
        ),
        Format(
            name: "CoinTracker",
            time: ["date"],
            sent: ("sent quantity", "sent currency"),
            received: ("received quantity", "received currency"),
            worth: nil,
            note: ["tag"],
            timeForm: "MM/DD/YYYY hh:mm:ss",
            readTime: time(ofCoinTracker:)
        ),
    ]

    /// - Parameter cell: the text in the column of a name in small letters; empty if there is none.
    init(_ cell: (String) -> String, _ format: Format, _ numbers: TrackerNumbers) throws(ImportFault) {
        let text = format.time.map(cell).first { !$0.isEmpty } ?? ""
        guard let time = format.readTime(text) else { throw .noTime(text, form: format.timeForm) }
        self.time = time
        sent = try Self.amount(cell, format.sent, numbers)
        received = try Self.amount(cell, format.received, numbers)
        fee = try Self.amount(cell, ("fee amount", "fee currency"), numbers)
        worth = try format.worth.flatMap { names throws(ImportFault) in try Self.amount(cell, names, numbers) }
        note = format.note.map(cell).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Nil if the cell is empty or zero.
    private static func amount(
        _ cell: (String) -> String,
        _ names: (String, String),
        _ numbers: TrackerNumbers
    ) throws(ImportFault) -> Amount? {
        guard let number = try numbers.number(cell(names.0), names.0), !number.isZero else { return nil }
        if number < .zero { throw .negative(column: names.0) }
        let unit = cell(names.1).uppercased()
        if unit.isEmpty { throw .empty(column: names.1) }
        return Amount(number: number, unit: unit)
    }

    /// `2024-03-01 12:30 UTC`, `2024-03-01 12:30:15`, or ISO 8601.
    @Sendable
    static func time(ofKoinly text: String) -> MarketTime? {
        if let time = MarketTime(iso8601: text) { return time }
        var plain = text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text
        if plain.count == 10 { plain += " 00:00" }
        if plain.count == 16 { plain += ":00" }
        return MarketTime(iso8601: plain)
    }

    /// `03/01/2024 12:30:15`: month, day, year; the time may be missing.
    @Sendable
    static func time(ofCoinTracker text: String) -> MarketTime? {
        let parts = text.split(separator: " ", maxSplits: 1)
        let date = (parts.first ?? "").split(separator: "/")
        guard date.count == 3, date[0].count <= 2, date[1].count <= 2, date[2].count == 4 else { return nil }
        let two = { (text: Substring) in text.count == 1 ? "0" + text : String(text) }
        var clock = parts.count > 1 ? String(parts[1]) : "00:00:00"
        if clock.count == 5 { clock += ":00" }
        return MarketTime(iso8601: "\(date[2])-\(two(date[0]))-\(two(date[1])) \(clock)")
    }
}
