#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// One object that a command prints: a line of `jsonl`, `csv`, `tsv` or a template.
package protocol ReportRow: Encodable, Sendable {
    /// The names of all its fields, in the order of the columns. A field with an unknown value may be missing in JSON;
    /// its cell is empty.
    static var fields: [String] { get }
}

extension ReportRow {
    /// The cells by field. A list or an object becomes JSON on one line.
    var cells: [String: String] {
        let encoder = JSONEncoder()
        // The reports hold only texts, numbers and booleans, all of which JSON can encode.
        guard let data = try? encoder.encode(self),
            let object = try? JSONDecoder().decode([String: JSONCell].self, from: data)
        else { preconditionFailure("reports are JSON objects") }
        return object.mapValues(\.text)
    }
}

/// A member of a JSON object, as the text of a cell.
private struct JSONCell: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            text = ""
        } else if let string = try? value.decode(String.self) {
            text = string
        } else if let truth = try? value.decode(Bool.self) {
            text = "\(truth)"
        } else if let whole = try? value.decode(UInt64.self) {
            text = "\(whole)"
        } else if let whole = try? value.decode(Int64.self) {
            text = "\(whole)"
        } else if let number = try? value.decode(Double.self) {
            text = "\(number)"
        } else {
            text = PushReport.json(try value.decode(NestedJSON.self))
        }
    }
}

/// A list or an object inside of a row.
private enum NestedJSON: Codable {
    case text(String)
    case truth(Bool)
    case number(Double)
    case list([NestedJSON])
    case object([String: NestedJSON])
    case null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let list = try? value.decode([NestedJSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: NestedJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .truth(let truth): try container.encode(truth)
        case .number(let number): try container.encode(number)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        case .null: try container.encodeNil()
        }
    }
}
