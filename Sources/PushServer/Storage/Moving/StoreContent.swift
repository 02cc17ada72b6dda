internal import Shared

/// How much a store has, and a hash of it. Two stores with equal content have the same rows, in whichever databases they are.
package struct StoreContent: Equatable, Sendable {
    /// The number of rows of each table, in the words of a person.
    package private(set) var counts: [(rows: Int, words: String)] = []
    /// The sum of the first 128 bits of each row's SHA-256, because databases sort texts differently.
    private var sum: UInt128 = 0

    package static func == (one: Self, other: Self) -> Bool {
        one.sum == other.sum && one.counts.elementsEqual(other.counts, by: { $0 == $1 })
    }

    /// The hash in hexadecimal digits.
    package var hash: String { sum.hexadecimal }

    private init() {}

    /// Reads everything.
    init(of db: any SQLSession) throws {
        for table in MovedTable.all {
            var rows = 0
            try table.eachPage(of: db) { page in
                rows += page.count
                for row in page { add(row, of: table.name) }
            }
            counts.append((rows, table.words))
        }
        for table in MovedTable.numbered { add([.int(try db.lastNumber(of: table))], of: "last number of \(table)") }
    }

    /// Copies everything into an empty store.
    static func copy(from source: any SQLSession, to target: any SQLSession) throws {
        for table in MovedTable.all { try table.eachPage(of: source) { try table.insert($0, into: target) } }
        for table in MovedTable.numbered {
            try target.setLastNumber(of: table, to: try source.lastNumber(of: table))
        }
        try target.continueOutcomes()
    }

    /// - Throws: `StoreMoveError.different`
    func check(_ copy: StoreContent) throws(StoreMoveError) {
        if copy != self { throw .different }
    }

    private mutating func add(_ row: [SQLValue], of table: String) {
        var bytes = Array(table.utf8)
        for value in row { value.write(to: &bytes) }
        sum &+= SHA256.hash(bytes).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }
}

extension SQLValue {
    /// No two rows of a table are written alike: a value begins with its type, and with its length unless that is fixed.
    fileprivate func write(to bytes: inout [UInt8]) {
        func number(_ value: Int64) { withUnsafeBytes(of: value.bigEndian) { bytes += $0 } }
        func run(_ type: UInt8, _ content: some Collection<UInt8>) {
            bytes.append(type)
            number(Int64(content.count))
            bytes += content
        }
        switch self {
        case .null: bytes.append(0)
        case .bool(let isTrue): bytes += [1, isTrue ? 1 : 0]
        case .int(let value):
            bytes.append(2)
            number(value)
        case .text(let text): run(3, text.utf8)
        case .bytes(let content): run(4, content)
        }
    }
}
