import Foundation
import TestSupport

/// What docs/FORMATS.md says about a command's output.
struct DocumentedFormat {
    struct Field {
        let name: String
        let type: String
        let isOptional: Bool
    }

    let rows: [Field]
    /// The objects around and inside of the rows, by their titles.
    let parts: [String: [Field]]

    /// By the command's name: `prices`, `lists show`.
    static func all() throws -> [String: DocumentedFormat] {
        let chapters = try RecordedText.text(of: "docs/FORMATS.md").components(separatedBy: "\n## ").dropFirst()
        var formats: [String: DocumentedFormat] = [:]
        for chapter in chapters where chapter.hasPrefix("tickwire ") {
            let blocks = chapter.components(separatedBy: "\n\n")
            let name = String(blocks[0].dropFirst("tickwire ".count))
            var (rows, parts): ([Field], [String: [Field]]) = ([], [:])
            for (title, block) in zip(blocks, blocks.dropFirst()) where block.hasPrefix("| field") {
                if title.hasSuffix(":") {
                    parts[String(title.dropLast())] = fields(block)
                } else {
                    rows = fields(block)
                }
            }
            formats[name] = DocumentedFormat(rows: rows, parts: parts)
        }
        return formats
    }

    private static func fields(_ table: String) -> [Field] {
        table.split(separator: "\n").dropFirst(2).map { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "`"))) }
            return Field(name: cells[1], type: cells[2], isOptional: cells[3] == "yes")
        }
    }
}

extension [DocumentedFormat.Field] {
    /// What an object has that its table does not say; empty if all is well.
    func faults(of object: [String: JSONValue]) -> [String] {
        let unknown = Set(object.keys).subtracting(map(\.name)).map { "\($0) is not documented" }
        return unknown.sorted()
            + compactMap { field in
                switch object[field.name] ?? .null {
                case .null: field.isOptional ? nil : "\(field.name) is missing"
                case let value: value.isOf(field.type) ? nil : "\(field.name) is no \(field.type): \(value)"
                }
            }
    }
}

/// Any value of JSON.
enum JSONValue: Decodable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONValue].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    static func reading(_ text: some StringProtocol) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    var objects: [[String: JSONValue]]? {
        guard case .list(let values) = self else { return nil }
        let objects = values.compactMap { value in if case .object(let object) = value { object } else { nil } }
        return objects.count == values.count ? objects : nil
    }

    func isOf(_ type: String) -> Bool {
        switch (type, self) {
        case ("text", .text), ("true or false", .truth), ("number", .number), ("object", .object): true
        case ("whole number", .number(let number)): number.rounded() == number
        case ("number as text", .text(let text)): text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
        case ("time as text", .text(let text)):
            text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z/) != nil
        case ("day as text", .text(let text)): text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
        case ("list of texts", .list(let values)): values.allSatisfy { $0.isOf("text") }
        case ("list of objects", .list): objects != nil
        default: false
        }
    }
}
