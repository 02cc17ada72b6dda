/// Reads the tags of a small XML file one after another: only names, and attributes in either kind of quotes.
///
/// Foundation's XMLParser would bring in libxml2 for a file of 2 KB, with entities and types, which must not be
/// expanded for strangers.
struct TagReader {
    struct Tag {
        let name: String
        let attributes: [String: String]
    }

    /// Why the text cannot be read.
    struct Failure: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private let bytes: [UInt8]
    private var place = 0
    /// The elements that are open at this point.
    private var open: [String] = []
    private var hasBegun = false

    private static let depthMax = 8
    private static let attributesMax = 16

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// Whether the outermost element is closed.
    var isWhole: Bool { hasBegun && open.isEmpty }

    /// The next tag that opens an element; nil at the end.
    mutating func next() throws(Failure) -> Tag? {
        while skipText() {
            if skip("<?") {
                try skipPast("?>")
            } else if skip("<!--") {
                try skipPast("-->")
            } else if skip("<!") {
                throw Failure("it declares types")
            } else if skip("</") {
                try close()
            } else if let tag = try tag() {
                return tag
            }
        }
        return nil
    }

    private mutating func tag() throws(Failure) -> Tag? {
        place += 1
        if isWhole { throw Failure("something follows its end") }
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            skipBlanks()
            if skip("/>") { break }
            if skip(">") {
                open.append(name)
                if open.count > Self.depthMax { throw Failure("its elements lie too deep") }
                break
            }
            let attribute = try self.name()
            skipBlanks()
            guard skip("="), attributes.count < Self.attributesMax else { throw Failure("a tag cannot be read") }
            skipBlanks()
            guard attributes.updateValue(try value(), forKey: attribute) == nil else {
                throw Failure("a tag has an attribute twice")
            }
        }
        hasBegun = true
        return Tag(name: name, attributes: attributes)
    }

    private mutating func close() throws(Failure) {
        let name = try name()
        skipBlanks()
        guard skip(">"), open.popLast() == name else { throw Failure("its elements do not fit") }
    }

    private mutating func name() throws(Failure) -> String {
        let start = place
        while place < bytes.count, Self.isOfName(bytes[place]) { place += 1 }
        guard place > start else { throw Failure("it is not XML") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func value() throws(Failure) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "'") || bytes[place] == UInt8(ascii: "\"") else {
            throw Failure("a value has no quotes")
        }
        let quote = bytes[place]
        let start = place + 1
        guard let end = bytes[start...].firstIndex(of: quote) else { throw Failure("it is cut short") }
        place = end + 1
        let text = bytes[start..<end]
        guard text.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") })
        else {
            throw Failure("a value has characters that do not belong there")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: whether a tag follows.
    private mutating func skipText() -> Bool {
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        return place < bytes.count
    }

    private mutating func skipBlanks() { while place < bytes.count, bytes[place] <= 0x20 { place += 1 } }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        for index in 0..<count where bytes[place + index] != text.utf8Start[index] { return false }
        place += count
        return true
    }

    private mutating func skipPast(_ text: StaticString) throws(Failure) {
        while place < bytes.count {
            if skip(text) { return }
            place += 1
        }
        throw Failure("it is cut short")
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
