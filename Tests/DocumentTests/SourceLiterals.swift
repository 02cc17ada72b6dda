import Foundation

/// A string in a Swift source, and where it stands.
struct SourceLiteral {
    let line: Int
    /// As it is written, with an interpolation as one character that is no letter.
    let text: String
    /// The types and extensions around it, the innermost last.
    let types: [String]
    /// The names before the open parentheses around it: `Binding` in `Binding(["x"], "remove")`.
    let calls: [String]

    /// How many plain words it has.
    var wordCount: Int { Self.wordCount(of: text) }

    /// The parts between interpolations, each on one line.
    var fixedParts: [String] {
        let plain = text.replacing(/\\(\n|.)/) { escape in
            switch escape.output.1 {
            case "\n": ""
            case "n": " "
            default: String(escape.output.1)
            }
        }
        return plain.split(separator: "\0").map { part in
            part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        .filter { !$0.isEmpty }
    }

    /// Whether any message has all fixed parts in their order. Some sentences begin with a capital only where they
    /// stand alone.
    /// - Parameter messages: in lower case.
    func isPart(ofOneOf messages: [String]) -> Bool {
        let parts = fixedParts.map { $0.lowercased() }
        return messages.contains { message in
            var rest = message[...]
            for part in parts {
                guard let found = rest.range(of: part) else { return false }
                rest = rest[found.upperBound...]
            }
            return true
        }
    }

    private static func wordCount(of text: String) -> Int {
        text.split { $0.isWhitespace }.count { word in
            let letters = word.filter { !".,;:!?()'\"…".contains($0) }
            return !letters.isEmpty && letters.allSatisfy(\.isLetter)
        }
    }
}

/// Finds the strings of a Swift source. It knows comments, strings, braces and parentheses, and nothing else of the language.
struct SourceLiterals {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    /// For each open brace, the type that it begins; empty if it begins something else.
    private var types: [String] = []
    private var calls: [String] = []
    /// The code since the last brace, which says what the next one begins.
    private var code: [UInt8] = []
    private var isBroken = false
    private var found: [SourceLiteral] = []

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// - Returns: nil if braces or parentheses do not match, so that the places cannot be trusted.
    static func all(in text: String) -> [SourceLiteral]? {
        var reader = Self(text)
        while reader.place < reader.bytes.count { reader.step() }
        return reader.isBroken || !reader.types.isEmpty || !reader.calls.isEmpty ? nil : reader.found
    }

    private mutating func step() {
        switch bytes[place] {
        case UInt8(ascii: "/") where isNext("//"): return skip(to: "\n")
        case UInt8(ascii: "/") where isNext("/*"): return skip(to: "*/")
        case UInt8(ascii: "\""): return takeString()
        case UInt8(ascii: "("): calls.append(lastName(before: place))
        case UInt8(ascii: ")"): isBroken = calls.popLast() == nil || isBroken
        case UInt8(ascii: "{"):
            types.append(declaredType)
            code = []
        case UInt8(ascii: "}"):
            isBroken = types.popLast() == nil || isBroken
            code = []
        default: code.append(bytes[place])
        }
        advance(1)
    }

    private mutating func takeString() {
        let start = line
        let mark = isNext("\"\"\"") ? "\"\"\"" : "\""
        var text: [UInt8] = []
        advance(mark.utf8.count)
        while place < bytes.count, !isNext(mark) {
            if isNext("\\(") {
                text.append(0)
                advance(2)
                skipInterpolation()
            } else {
                let count = bytes[place] == UInt8(ascii: "\\") ? 2 : 1
                text += bytes[place..<min(place + count, bytes.count)]
                advance(count)
            }
        }
        advance(mark.utf8.count)
        let names = (types.filter { !$0.isEmpty }, calls.filter { !$0.isEmpty })
        found.append(
            SourceLiteral(line: start, text: String(decoding: text, as: UTF8.self), types: names.0, calls: names.1)
        )
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while place < bytes.count, depth > 0 {
            if bytes[place] == UInt8(ascii: "\"") {
                takeString()
                continue
            }
            if bytes[place] == UInt8(ascii: "(") { depth += 1 }
            if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
            advance(1)
        }
    }
}

// MARK: Bytes
extension SourceLiterals {
    private func isNext(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func skip(to end: String) {
        while place < bytes.count, !isNext(end) { advance(1) }
        advance(end.utf8.count)
    }

    private mutating func advance(_ count: Int) {
        for _ in 0..<count where place < bytes.count {
            if bytes[place] == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
    }

    private func lastName(before end: Int) -> String {
        let isPart = { (byte: UInt8) in
            byte == UInt8(ascii: "_") || Unicode.Scalar(byte).properties.isAlphabetic || (48...57).contains(byte)
        }
        let start = bytes[..<end].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The name after the last word that declares or extends a type.
    private var declaredType: String {
        let words = String(decoding: code, as: UTF8.self)
            .split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
        let declaring = words.lastIndex { ["struct", "enum", "class", "actor", "extension", "protocol"].contains($0) }
        guard let declaring, words.indices.contains(declaring + 1) else { return "" }
        return words[declaring + 1]
    }
}
