import Foundation
import Testing

@testable import TerminalKit

/// What the fuzzer found worth keeping is read as it promises, each time.
struct InputParserCorpusTests {
    private nonisolated static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fuzz/Corpus")

    @Test func everyInputIsReadTheSameHoweverItIsCut() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.count > 10)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
            var whole = InputParser()
            var single = InputParser()
            let events = whole.feed(bytes)
            let singleEvents = bytes.flatMap { single.feed([$0]) }
            #expect(events == singleEvents, "\(name)")
            let last = whole.flush()
            #expect(last == single.flush(), "\(name)")
            #expect(!whole.isWaiting, "\(name)")
        }
    }
}
