/// A protobuf message as the bytes of its fields, whether this program knows them or not.
struct MessageFields {
    private struct Field {
        let number: UInt32
        /// The bytes of the field, including its tag.
        let bytes: ArraySlice<UInt8>
    }

    private var fields: [Field] = []

    /// - Returns: nil if the bytes are not a message.
    private init?(_ message: [UInt8]) {
        var reader = Reader(rest: message[...])
        while !reader.rest.isEmpty {
            let start = reader.rest.startIndex
            guard let number = reader.skipField(depth: 0) else { return nil }
            fields.append(Field(number: number, bytes: message[start..<reader.rest.startIndex]))
        }
    }

    /// Replaces these fields of `stored` by those of `value`, ascending by number. All other fields stay as they are.
    /// - Returns: nil if one of the two is not a message.
    static func merging(_ value: [UInt8], into stored: [UInt8], fields numbers: [UInt32]) -> [UInt8]? {
        guard let new = MessageFields(value), let old = MessageFields(stored) else { return nil }
        let numbers = Set(numbers)
        let taken = new.fields.filter { numbers.contains($0.number) }
        let replaced = old.fields.filter { numbers.contains($0.number) }
        // If the fields are equal already, the stored bytes stay as they are.
        if taken.map(\.bytes) == replaced.map(\.bytes) { return stored }
        let fields = taken + old.fields.filter { !numbers.contains($0.number) }
        let order = fields.indices.sorted { (fields[$0].number, $0) < (fields[$1].number, $1) }
        return order.flatMap { fields[$0].bytes }
    }
}

private struct Reader {
    /// No message of the protocol has groups. This limits those of a hostile one.
    private static let depthMax = 16

    var rest: ArraySlice<UInt8>

    /// - Returns: the field's number; nil if there is no readable field.
    mutating func skipField(depth: Int) -> UInt32? {
        guard let tag = varint(), let number = UInt32(exactly: tag >> 3), number > 0 else { return nil }
        let isRead =
            switch tag & 7 {
            case 0: varint() != nil
            case 1: skip(8)
            case 2: varint().flatMap { Int(exactly: $0) }.map { skip($0) } ?? false
            case 3: skipGroup(number, depth: depth + 1)
            case 5: skip(4)
            default: false
            }
        return isRead ? number : nil
    }

    private mutating func skipGroup(_ number: UInt32, depth: Int) -> Bool {
        if depth > Self.depthMax { return false }
        while true {
            var next = self
            guard let tag = next.varint() else { return false }
            if tag & 7 == 4 {
                self = next
                return tag >> 3 == UInt64(number)
            }
            if skipField(depth: depth) == nil { return false }
        }
    }

    private mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest.removeFirst(count)
        return true
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for place in 0..<10 {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << (7 * UInt64(place))
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
