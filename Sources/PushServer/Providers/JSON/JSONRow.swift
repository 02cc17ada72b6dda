/// What is known of an object of an answer while its members are read, in whatever order they come.
protocol JSONRow {
    /// Nothing is known yet.
    init()
    /// Reads a member that the row wants. The others are skipped.
    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError)
}

extension JSONRow {
    /// Reads all members. Nothing is known of a value that is no object.
    init(_ reader: inout JSONReader) throws(JSONError) {
        var row = Self()
        try reader.members { reader, key throws(JSONError) in try row.read(key, from: &reader) }
        self = row
    }
}
