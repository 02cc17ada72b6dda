/// A time zone's offsets from UTC, from a file of the time zone database (RFC 9636, "TZif").
struct ZoneFile: Sendable {
    /// When another offset begins, in seconds since 1970, ascending.
    private let changes: [Int64]
    /// The offset of each change, in seconds east of UTC.
    private let offsets: [Int]
    private let offsetBefore: Int
    /// The rule after the last change.
    private let rule: ZoneRule?

    static let utc = ZoneFile(offset: 0)

    private init(offset: Int) { (changes, offsets, offsetBefore, rule) = ([], [], offset, nil) }

    /// - Returns: nil if the bytes are no such file.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes[...])
        // The first part has 32 bits for a moment. A second part with 64 bits follows since version 2, of 2005.
        guard let old = reader.header(), old.version >= UInt8(ascii: "2"), reader.skip(old.size(momentBytes: 4)),
            let header = reader.header(), header.types > 0,
            let changes = reader.integers(header.changes, bytes: 8),
            let kinds = reader.integers(header.changes, bytes: 1),
            let types = reader.types(header.types),
            kinds.allSatisfy({ types.indices.contains(Int($0)) }),
            reader.skip(header.size(momentBytes: 8) - header.changes * 9 - header.types * 6)
        else { return nil }
        guard zip(changes, changes.dropFirst()).allSatisfy(<) else { return nil }
        self.changes = changes
        offsets = kinds.map { types[Int($0)] }
        offsetBefore = types[0]
        guard let footer = reader.footer() else { return nil }
        rule = ZoneRule(footer)
        // Without a rule, the last offset stays valid. So a rule that cannot be read must be an error, or nobody would
        // notice it.
        if rule == nil, !footer.isEmpty { return nil }
    }

    /// In seconds east of UTC.
    /// - Parameter time: in seconds since 1970.
    func offset(at time: Int64) -> Int {
        guard let last = changes.last else { return rule?.offset(at: time) ?? offsetBefore }
        if time >= last, let rule { return rule.offset(at: time) }
        let next = changes.partitioningIndex { $0 > time }
        return next == 0 ? offsetBefore : offsets[next - 1]
    }
}

/// RFC 9636, section 3.
private struct Reader {
    struct Header {
        let version: UInt8
        let utcFlags: Int, standardFlags: Int, leaps: Int, changes: Int, types: Int, nameBytes: Int

        func size(momentBytes: Int) -> Int {
            changes * (momentBytes + 1) + types * 6 + nameBytes + leaps * (momentBytes + 4) + standardFlags + utcFlags
        }
    }

    var bytes: ArraySlice<UInt8>

    mutating func header() -> Header? {
        guard bytes.count >= 44, bytes.starts(with: "TZif".utf8), let version = bytes.dropFirst(4).first else {
            return nil
        }
        _ = skip(20)
        guard let counts = integers(6, bytes: 4)?.map(Int.init), counts.allSatisfy({ 0...100_000 ~= $0 }) else {
            return nil
        }
        return Header(
            version: version,
            utcFlags: counts[0],
            standardFlags: counts[1],
            leaps: counts[2],
            changes: counts[3],
            types: counts[4],
            nameBytes: counts[5]
        )
    }

    mutating func skip(_ count: Int) -> Bool {
        guard bytes.count >= count else { return false }
        bytes = bytes.dropFirst(count)
        return true
    }

    /// Big-endian integers. Those of one byte are unsigned, and all others are signed.
    mutating func integers(_ count: Int, bytes size: Int) -> [Int64]? {
        guard bytes.count >= count * size else { return nil }
        return (0..<count).map { _ in
            let value = bytes.prefix(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            bytes = bytes.dropFirst(size)
            return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
        }
    }

    /// The offsets of the types of local time.
    mutating func types(_ count: Int) -> [Int]? {
        var offsets: [Int] = []
        for _ in 0..<count {
            guard let offset = integers(1, bytes: 4), skip(2) else { return nil }
            offsets.append(Int(offset[0]))
        }
        return offsets
    }

    mutating func footer() -> String? {
        guard bytes.first == UInt8(ascii: "\n"), let end = bytes.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        return String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
    }
}
