internal import SwiftProtobuf

/// A record's key or value with all of its contents, for operators.
public struct ReadableMessage: Hashable, Sendable {
    /// The fields that this program knows, as protobuf's JSON; nil if it does not know the message.
    public let json: String?
    /// All other fields by number, in protobuf's text format: `2: 7 3: "x"`. Empty if there are none.
    public let unknownFields: String

    init(_ message: some Message) {
        json = try? message.jsonString()
        unknownFields = Self.text(of: message.unknownFields)
    }

    /// A message of a kind that this program does not know.
    /// - Returns: nil if the bytes are not a message.
    public init?(unknown bytes: [UInt8]) {
        // This message has no fields of its own, so all fields are unknown to it.
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
