/// Reads JSON from front to back, directly from the bytes. Callers read what they want, and everything else is
/// skipped.
///
/// Foundation's `JSONDecoder` first builds a tree of the whole answer. For tickers several times a second, that costs
/// several times as much. The caller decides about wrong types: if it asks for another type than the value has, the
/// reader skips the value and says so. Only invalid syntax throws.
struct JSONReader {
    /// Providers nest five levels. The limit protects the stack from hostile input.
    static let depthMax = 64

    let bytes: [UInt8]
    private(set) var position = 0
    private var depth = 0

    init(_ bytes: [UInt8], from start: Int = 0) { (self.bytes, position) = (bytes, start) }

    /// Visits the members of an object in order. Skips a value that `visit` does not read.
    /// - Returns: whether the value is an object.
    @discardableResult
    mutating func members(
        _ visit: (inout Self, _ key: String) throws(JSONError) -> Void
    ) throws(JSONError) -> Bool {
        guard try next() == UInt8(ascii: "{") else { return try skipping() }
        try container(closing: UInt8(ascii: "}")) { reader throws(JSONError) in
            let key = try reader.key()
            try reader.value { reader throws(JSONError) in try visit(&reader, key) }
        }
        return true
    }

    /// Visits those members of an object whose keys are in `names`, each with its place there. The others cost little,
    /// because no text is made of a key.
    /// - Returns: whether the value is an object.
    @discardableResult
    mutating func members(
        named names: [[UInt8]],
        _ visit: (inout Self, _ place: Int) throws(JSONError) -> Void
    ) throws(JSONError) -> Bool {
        guard try next() == UInt8(ascii: "{") else { return try skipping() }
        try container(closing: UInt8(ascii: "}")) { reader throws(JSONError) in
            let (content, hasEscapes) = try reader.keySlice()
            let key = hasEscapes ? ArraySlice(Self.text(content, hasEscapes: true).utf8) : content
            guard let place = names.firstIndex(where: { key.elementsEqual($0) }) else { return try reader.skip() }
            try reader.value { reader throws(JSONError) in try visit(&reader, place) }
        }
        return true
    }

    /// Visits the elements of an array. Skips a value that `visit` does not read.
    /// - Returns: whether the value is an array.
    @discardableResult
    mutating func elements(_ visit: (inout Self) throws(JSONError) -> Void) throws(JSONError) -> Bool {
        guard try next() == UInt8(ascii: "[") else { return try skipping() }
        try container(closing: UInt8(ascii: "]")) { reader throws(JSONError) in try reader.value(visit) }
        return true
    }

    mutating func skip() throws(JSONError) {
        switch try next() {
        case UInt8(ascii: "{"):
            try container(closing: UInt8(ascii: "}")) { reader throws(JSONError) in
                _ = try reader.keySlice()
                try reader.skip()
            }
        case UInt8(ascii: "["):
            try container(closing: UInt8(ascii: "]")) { reader throws(JSONError) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try takeString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = takeNumber()
        default: try takeWord()
        }
    }

    /// Checks that only blanks follow the outermost value.
    mutating func finish() throws(JSONError) {
        skipBlanks()
        if position < bytes.count { throw .unexpectedByte(at: position) }
    }

    // MARK: Tokens

    /// The first byte of the next token.
    mutating func next() throws(JSONError) -> UInt8 {
        skipBlanks()
        guard position < bytes.count else { throw .endsEarly }
        return bytes[position]
    }

    /// Takes the text between the quotes, with its escapes unresolved.
    mutating func takeString() throws(JSONError) -> (content: ArraySlice<UInt8>, hasEscapes: Bool) {
        try take(UInt8(ascii: "\""))
        let start = position
        var hasEscapes = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return (bytes[start..<(position - 1)], hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position += 2
            default:
                position += 1
            }
        }
        throw .endsEarly
    }

    /// Takes all characters that may occur in a number. `ExactDecimal` checks whether they are one.
    mutating func takeNumber() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, Self.isNumberByte(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    private mutating func takeWord() throws(JSONError) {
        for word in ["null", "true", "false"] where bytes[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return
        }
        throw .unexpectedByte(at: position)
    }

    private mutating func take(_ byte: UInt8) throws(JSONError) {
        guard try next() == byte else { throw .unexpectedByte(at: position) }
        position += 1
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    // MARK: Structure

    private mutating func container(
        closing: UInt8,
        each: (inout Self) throws(JSONError) -> Void
    ) throws(JSONError) {
        if depth == Self.depthMax { throw .nestedTooDeep }
        depth += 1
        defer { depth -= 1 }
        position += 1
        if try next() == closing {
            position += 1
            return
        }
        while true {
            try each(&self)
            let byte = try next()
            position += 1
            if byte == closing { return }
            if byte != UInt8(ascii: ",") { throw .unexpectedByte(at: position - 1) }
        }
    }

    private mutating func value(_ visit: (inout Self) throws(JSONError) -> Void) throws(JSONError) {
        _ = try next()
        let start = position
        try visit(&self)
        if position == start { try skip() }
    }

    private mutating func keySlice() throws(JSONError) -> (content: ArraySlice<UInt8>, hasEscapes: Bool) {
        let key = try takeString()
        try take(UInt8(ascii: ":"))
        return key
    }

    private mutating func key() throws(JSONError) -> String {
        let (content, hasEscapes) = try keySlice()
        return Self.text(content, hasEscapes: hasEscapes)
    }

    private mutating func skipping() throws(JSONError) -> Bool {
        try skip()
        return false
    }
}

/// Why bytes are not valid JSON.
enum JSONError: Error, Equatable {
    case unexpectedByte(at: Int)
    case endsEarly
    case nestedTooDeep
}

extension JSONError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unexpectedByte(let position): "it is not JSON at byte \(position)"
        case .endsEarly: "it ends in the middle"
        case .nestedTooDeep: "it is nested more than \(JSONReader.depthMax) deep"
        }
    }
}
