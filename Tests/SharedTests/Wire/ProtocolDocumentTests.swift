import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Shared

/// Keeps the sample frames of docs/PROTOCOL.md true. With TICKWIRE_WRITE_SAMPLES=1 it writes them.
struct ProtocolDocumentTests {
    private static let document = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/PROTOCOL.md")

    private func samples() throws -> [(name: String, hex: String)] {
        func hex(_ write: (inout ByteBuffer) -> Void) -> String {
            var buffer = ByteBuffer()
            write(&buffer)
            let bytes = buffer.readableBytesView.map(\.hexadecimal)
            return stride(from: 0, to: bytes.count, by: 32)
                .map { bytes[$0..<min($0 + 32, bytes.count)].joined(separator: " ") }.joined(separator: "\n")
        }
        return try clientSamples().map { ($0.name, hex($0.frame.write)) }
            + serverSamples().map { ($0.name, hex($0.frame.write)) }
    }

    /// The text between a sample's fences.
    private func range(of name: String, in text: String) throws -> Range<String.Index> {
        let start = try #require(text.range(of: "```hex \(name)\n"), "no sample \(name)").upperBound
        let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
        return start..<end
    }

    @Test func theProgramWritesTheSampleFrames() throws {
        var text = try String(contentsOf: Self.document, encoding: .utf8)
        for (name, hex) in try samples() {
            let range = try range(of: name, in: text)
            if ProcessInfo.processInfo.environment["TICKWIRE_WRITE_SAMPLES"] == "1" {
                text.replaceSubrange(range, with: hex + "\n")
            } else {
                #expect(text[range] == hex + "\n", "\(name)")
            }
        }
        if ProcessInfo.processInfo.environment["TICKWIRE_WRITE_SAMPLES"] == "1" {
            try text.write(to: Self.document, atomically: true, encoding: .utf8)
        }
    }

    /// The fields of `ClientFrame` and `ServerFrame` in push.proto, by their numbers.
    private func fields(of message: String) throws -> Set<Int> {
        let file = Self.document.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Shared/Wire/push.proto")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "message \(message) {")).upperBound
        let end = try #require(text.range(of: "}", range: start..<text.endIndex)).lowerBound
        return Set(text[start..<end].matches(of: /= ([0-9]+);/).compactMap { Int($0.output.1) })
    }

    /// A frame's body begins with the tag of its only field.
    private func field(of hex: String) throws -> Int {
        let bytes = hex.split(whereSeparator: \.isWhitespace).compactMap { Int($0, radix: 16) }
        return try #require(bytes.dropFirst(4).first) >> 3
    }

    @Test func everyKindOfFrameHasASample() throws {
        let samples = Dictionary(uniqueKeysWithValues: try samples().map { ($0.name, $0.hex) })
        let client = try clientSamples().map { try field(of: try #require(samples[$0.name])) }
        let server = try serverSamples().map { try field(of: try #require(samples[$0.name])) }
        #expect(Set(client) == (try fields(of: "ClientFrame")))
        #expect(Set(server) == (try fields(of: "ServerFrame")))
    }

    @Test func theSampleFramesReadBack() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        for (name, frame) in try clientSamples() {
            let read = try ClientFrame(frameBody: try body(of: name, in: text))
            #expect(read == frame, "\(name)")
        }
        for (name, frame) in try serverSamples() {
            let read = try ServerFrame(frameBody: try body(of: name, in: text))
            #expect(read == frame, "\(name)")
        }
    }

    private func body(of name: String, in text: String) throws -> ByteBuffer {
        let bytes = text[try range(of: name, in: text)].split(whereSeparator: \.isWhitespace)
            .compactMap { UInt8($0, radix: 16) }
        var reader = FrameReader(limit: 1 << 20)
        reader.append(ByteBuffer(bytes: bytes))
        let body = try reader.next()
        return try #require(body)
    }

    @Test func everyCloseCodeIsInTheDocument() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let codes = text.matches(of: /\n\| ([0-9]{4}) \|/).compactMap { UInt32($0.output.1) }
        #expect(codes == CloseCode.all.map(\.rawValue))
    }
}
