import Foundation
import Logging
import MockMarket
import Shared
import Synchronization
import Testing

@testable import PushServer

/// The content of a recording, and its replay by the mock.
@Suite(.timeLimit(.minutes(5)))
final class AnswerRecorderTests {
    /// The folder for everything that a test writes, removed with it.
    private let root = FileManager.default.temporaryDirectory.appending(path: "tickwire-mock-\(UUID())")

    deinit { try? FileManager.default.removeItem(at: root) }

    private static let secret = "s3cr3t-0123456789"

    @Test func aRecordingIsReplayed() async throws {
        let folder = try temporaryFolder()
        let endpoints = [
            Endpoint.coinMarketCapListing(start: 1, limit: 20, key: APIKey(Self.secret)),
            Endpoint.coinMarketCapListing(start: 21, limit: 20, key: APIKey(Self.secret)), .huobiTickers,
            Endpoint(.huobi, path: "/market/history/kline").with("symbol", "btcusdt").with("period", "1min"),
            Endpoint(.huobi, path: "/nowhere"),
        ]
        let recorded = try await withMockMarket(coins: 40) { _, mock in
            let recorder = try AnswerRecorder(directory: folder, logger: .silent)
            return try await answers(to: endpoints, at: mock.baseURL, recorder)
        }
        var configuration = MockMarketServer.Configuration()
        configuration.market.coins = 1
        configuration.replay = folder
        let mock = try await MockMarketServer.start(configuration, now: { testTime })
        let replayed = try await answers(to: endpoints, at: mock.baseURL, nil)
        await mock.stop()
        #expect(replayed == recorded)
        #expect(recorded.map(\.status) == [200, 200, 200, 200, 404])
    }

    @Test func anErrorIsReplayedWithItsWaitingTime() async throws {
        let folder = try temporaryFolder()
        let fault = Fault(path: "/market", kind: .status(429, retryAfter: 7))
        let recorded = try await withMockMarket(faults: [fault]) { _, mock in
            let recorder = try AnswerRecorder(directory: folder, logger: .silent)
            return try await answers(to: [.huobiTickers], at: mock.baseURL, recorder)
        }
        var configuration = MockMarketServer.Configuration()
        configuration.replay = folder
        let mock = try await MockMarketServer.start(configuration)
        let replayed = try await answers(to: [.huobiTickers], at: mock.baseURL, nil)
        await mock.stop()
        #expect(replayed.map(\.status) == [429])
        #expect(replayed == recorded)
        #expect(replayed[0].retryAt == testTime.adding(seconds: 7))
    }

    /// A provider may repeat the key anywhere, but the folder must not contain it.
    @Test func noFileContainsAKey() async throws {
        let folder = try temporaryFolder()
        let recorder = try AnswerRecorder(directory: folder, logger: .silent)
        var endpoint = Endpoint(.coinMarketCap, path: "/v1/\(Self.secret)/map").with("api_key", Self.secret)
            .with("CMC_PRO_API_KEY", "another-secret").with("note", "with \(Self.secret)").with("limit", 5)
        endpoint.key = EndpointKey(header: "X-CMC_PRO_API_KEY", value: try #require(APIKey(Self.secret)))
        let body = #"{"error":"the key \#(Self.secret) and \#(Self.secret) are wrong"}"#
        recorder.record(endpoint, HTTPAnswer(401, text: body, headers: ["etag": "W/\(Self.secret)"]))
        await recorder.finish()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 2)
        let texts = try names.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
        for text in names + texts {
            #expect(!text.contains(Self.secret) && !text.contains("another-secret") && !text.contains("api_key"))
        }
        #expect(texts.contains(#"{"error":"the key (hidden) and (hidden) are wrong"}"#))
        #expect(texts.contains { $0.contains(#""limit":"5""#) && $0.contains(#""status":401"#) })
    }

    @Test func aFullFolderEndsTheRecordingOnceAndQuietly() async throws {
        for limits in [limits(answers: 3), limits(bytes: 900)] {
            let folder = try temporaryFolder()
            let warnings = Warnings()
            let recorder = try AnswerRecorder(directory: folder, limits: limits, logger: warnings.logger)
            for _ in 0..<10 {
                recorder.record(.huobiTickers, HTTPAnswer(text: String(repeating: "x", count: 150)))
                // Waits for the queue without ending the recording.
                await recorder.settled()
            }
            await recorder.finish()
            #expect(warnings.count == 1)
            let bodies = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("0") }
            #expect(bodies.count == 3)
        }
    }

    @Test func aRemovedFolderIsReportedOnce() async throws {
        let folder = try temporaryFolder()
        let warnings = Warnings()
        let recorder = try AnswerRecorder(directory: folder, logger: warnings.logger)
        try FileManager.default.removeItem(atPath: folder)
        for _ in 0..<5 { recorder.record(.huobiTickers, HTTPAnswer(text: "x")) }
        await recorder.finish()
        #expect(warnings.count == 1)
    }

    @Test func aFolderThatCannotBeMadeIsReportedInTheSystemsWords() throws {
        let folder = try temporaryFolder()
        try SmallFile.makeFolder(folder)
        let file = folder + "/file"
        try SmallFile.write([], to: file)
        for (path, error) in [("/proc/none", SystemError.missing), (file, .notAFolder)] {
            #expect(throws: ServerError.unwritableRecording(path: path, reason: error.description)) {
                try AnswerRecorder(directory: path, logger: .silent)
            }
        }
    }

    @Test func aSecondRunContinuesTheRecording() async throws {
        let folder = try temporaryFolder()
        for text in ["one", "two"] {
            let recorder = try AnswerRecorder(directory: folder, logger: .silent)
            recorder.record(.huobiTickers, HTTPAnswer(text: text))
            await recorder.finish()
            recorder.record(.huobiTickers, HTTPAnswer(text: "late"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["000001-GET-market-tickers.json", "000002-GET-market-tickers.json", "recording.jsonl"])
    }

    private func limits(answers: Int = 10_000, bytes: Int = 1 << 30) -> RecordingLimits {
        var limits = RecordingLimits()
        (limits.answers, limits.bytes) = (answers, bytes)
        return limits
    }

    private func answers(
        to endpoints: [Endpoint],
        at base: String,
        _ recorder: AnswerRecorder?
    ) async throws -> [HTTPAnswer] {
        let bases = Dictionary(uniqueKeysWithValues: Provider.hosts.map { ($0, base) })
        let environment = ProviderEnvironment(.qa, bases: bases)
        let router = Router(environment: environment, logger: .silent, recorder: recorder, now: { testTime })
        var answers: [HTTPAnswer] = []
        for endpoint in endpoints { answers.append(try await router.answer(to: endpoint)) }
        await router.shutdown()
        return answers
    }

    private func temporaryFolder() throws -> String {
        root.appending(path: "\(UUID())").path
    }
}

extension Logger {
    fileprivate static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// Counts a logger's warnings.
private final class Warnings: Sendable {
    private let told = Mutex(0)

    var count: Int { told.withLock(\.self) }
    var logger: Logger { Logger(label: "test") { _ in Counter(warnings: self) } }

    private struct Counter: LogHandler {
        let warnings: Warnings
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { warnings.told.withLock { $0 += 1 } }
    }
}
