@testable import Shared
@testable import TerminalClient

/// The fields of a report, read from its code: the report writes itself into this encoder.
struct ReportSchema {
    struct Field: Equatable {
        let name: String
        var type: FieldType
        /// Whether the field may be missing or null.
        var isOptional: Bool
    }

    enum FieldType: String {
        case text
        case truth = "true or false"
        case whole = "whole number"
        case number
        case texts = "list of texts"
        case objects = "list of objects"
        case object
    }

    private(set) var fields: [Field]

    /// - Parameter samples: reports of one type. A field that one of them lacks is optional. The encoding of a Swift
    ///   optional tells that without a sample.
    init(_ samples: any Encodable...) throws {
        let readings = try samples.map { sample in
            let reader = Reader()
            try sample.encode(to: reader)
            return reader.fields
        }
        fields = readings.first ?? []
        for reading in readings.dropFirst() {
            for index in fields.indices {
                let other = reading.first { $0.name == fields[index].name }
                if other.map(\.isOptional) ?? true { fields[index].isOptional = true }
            }
        }
    }

    /// Sorts the fields as the columns of CSV are.
    func ordered(by names: [String]) -> [Field] { names.compactMap { name in fields.first { $0.name == name } } }
}

/// An optional, whatever it wraps.
private protocol AnyOptional {
    static var wrapped: Any.Type { get }
}

extension Optional: AnyOptional {
    static var wrapped: Any.Type { Wrapped.self }
}

private final class Reader: Encoder {
    var fields: [ReportSchema.Field] = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container<Key>(reader: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("a report is an object") }
    func singleValueContainer() -> any SingleValueEncodingContainer { preconditionFailure("a report is an object") }

    func note(_ key: String, _ type: Any.Type, _ value: (any Encodable)?, isOptional: Bool) {
        if let optional = type as? any AnyOptional.Type {
            return note(key, optional.wrapped, value, isOptional: true)
        }
        fields.append(.init(name: key, type: Self.type(type, value), isOptional: isOptional))
    }

    private static func type(_ type: Any.Type, _ value: (any Encodable)?) -> ReportSchema.FieldType {
        if let figure = value as? MarketFigure {
            return switch figure {
            case .text: .text
            case .number: .whole
            case .points: .number
            }
        }
        return switch type {
        case is String.Type: .text
        case is Bool.Type: .truth
        case is Double.Type: .number
        case is any BinaryInteger.Type: .whole
        case is [String].Type: .texts
        case is any Sequence.Type where !"\(type)".hasPrefix("Dictionary"): .objects
        default: .object
        }
    }
}

private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let reader: Reader
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) { preconditionFailure("nothing in a report is always null") }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
        reader.note(key.stringValue, Value.self, value, isOptional: false)
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) {
        reader.note(key.stringValue, Value.self, value, isOptional: true)
    }
    // The protocol's own versions for these types would drop a nil.
    func encodeIfPresent(_ value: String?, forKey key: Key) { note(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) { note(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) { note(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) { note(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) { note(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) { note(value, key) }

    private func note<Value: Encodable>(_ value: Value?, _ key: Key) {
        reader.note(key.stringValue, Value.self, value, isOptional: true)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { preconditionFailure("reports encode values") }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        preconditionFailure("reports encode values")
    }
    func superEncoder() -> any Encoder { preconditionFailure("reports have no classes") }
    func superEncoder(forKey key: Key) -> any Encoder { preconditionFailure("reports have no classes") }
}
