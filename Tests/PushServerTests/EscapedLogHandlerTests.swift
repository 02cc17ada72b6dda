import Logging
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

struct EscapedLogHandlerTests {
    private struct Hostile: Error, CustomStringConvertible { let description = "\u{1B}[2Jerror" }

    @Test func anEntryIsAlwaysOneLine() {
        let lines = NIOLockedValueBox("")
        var logger = Logger(label: "test") { label in
            EscapedLogHandler(StreamLogHandler(label: label, stream: Lines(text: lines)))
        }
        logger[metadataKey: "of\u{202E}all"] = "\u{9B}1m"
        logger.error(
            "one\nFAKE 2026-01-01 error",
            error: Hostile(),
            metadata: [
                "key\n": "value\r\n", "list": ["\u{7}", .dictionary(["in\u{0}": .stringConvertible(Hostile())])],
            ]
        )
        let text = lines.withLockedValue { $0 }
        #expect(text.hasSuffix("\n") && !text.dropLast().contains("\n"), "\(text)")
        #expect(text.unicodeScalars.dropLast().allSatisfy { $0.isVisible }, "\(text)")
        for part in [
            "one\\nFAKE", "of\\u{202e}all", "\\u{9b}1m", "key\\n", "value\\r\\n", "\\u{7}", "u{0}",
            "\\u{1b}[2Jerror",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test func metadataOfAProviderIsEscapedToo() {
        let hostile = Logger.MetadataProvider { ["trace": "1\nFAKE"] }
        let lines = NIOLockedValueBox("")
        let given = Logger(label: "test") { label in
            EscapedLogHandler(
                StreamLogHandler(label: label, stream: Lines(text: lines), metadataProvider: hostile)
            )
        }
        given.error("one")
        let set = Logger(label: "test") { label in
            var handler = EscapedLogHandler(StreamLogHandler(label: label, stream: Lines(text: lines)))
            handler.metadataProvider = hostile
            return handler
        }
        set.error("two")
        let text = lines.withLockedValue { $0 }
        #expect(text.split(separator: "\n").count == 2, "\(text)")
        #expect(text.split(separator: "1\\nFAKE").count == 3, "\(text)")
    }

    private struct Lines: TextOutputStream, Sendable {
        let text: NIOLockedValueBox<String>
        func write(_ string: String) { text.withLockedValue { $0 += string } }
    }
}
