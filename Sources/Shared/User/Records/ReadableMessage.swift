internal import SwiftProtobuf

/// A record's key or value for operators to read, with all that is in it.
public struct ReadableMessage: Hashable, Sendable {
    /// The fields that this program knows, as protobuf's JSON; nil where it knows no such message.
    public let json: String?
    /// All others by their numbers, in protobuf's text format: `2: 7 3: "x"`. Empty: there are none.
    public let unknownFields: String

    init(_ message: some Message) {
        json = try? message.jsonString()
        unknownFields = Self.text(of: message.unknownFields)
    }

    /// Of a kind that this program does not know.
    /// - Returns: nil for bytes that are no message.
    public init?(unknown bytes: [UInt8]) {
        // A message without fields of its own: all that is in the bytes is unknown to it.
        guard let message = try? WireRemoval(serializedBytes: bytes) else { return nil }
        json = nil
        unknownFields = Self.text(of: message.unknownFields)
    }

    private static func text(of fields: UnknownStorage) -> String {
        let message = WireRemoval.with { $0.unknownFields = fields }
        return message.textFormatString().split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}

extension ReadableMessage: CustomStringConvertible {
    public var description: String {
        [json, unknownFields].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
