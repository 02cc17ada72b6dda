import Foundation
import NIOCore
import NIOHTTP1
import Shared
import Synchronization

/// A folder of recorded answers, served again. Bodies stay on disk until they are requested.
final class MarketReplay: Sendable {
    private let plan: ReplayPlan
    private let finder: Mutex<RecordingFinder>
    /// Minutes for the market's coins, by symbol.
    let tapes: [String: RecordedMinutes]

    /// - Parameter path: the folder, or a plan in another place that points at it.
    /// - Throws: `ReplayError`.
    init(_ path: String, at now: MarketTime) throws {
        let plan = try ReplayPlan(path)
        self.plan = plan
        finder = Mutex(RecordingFinder(plan.answers, speed: plan.speed, at: now))
        tapes = try plan.series.reduce(into: [:]) { tapes, series in
            tapes[series.symbol] = try RecordedMinutes(contentsOf: series.file, scale: series.scale)
        }
    }

    /// - Returns: nil if the generated market should answer.
    func reply(to request: MockRequest, at now: MarketTime) -> MockReply? {
        guard let answer = finder.withLock({ $0.answer(to: request, at: now) }) else {
            return plan.isOnly ? .notRecorded(request) : nil
        }
        guard let file = answer.file else { return MockReply(answer, body: ByteBuffer()) }
        guard let data = FileManager.default.contents(atPath: file) else { return .notRecorded(request) }
        return MockReply(answer, body: ByteBuffer(bytes: data))
    }
}

extension MockReply {
    fileprivate init(_ answer: RecordedAnswer, body: ByteBuffer) {
        // The stored body is unpacked and whole, however it was sent.
        let dropped: Set = ["content-encoding", "content-length", "transfer-encoding", "connection"]
        let headers = answer.headers.filter { !dropped.contains($0.key.lowercased()) }
        let type = headers.first { $0.key.lowercased() == "content-type" }?.value ?? "application/json"
        self.init(HTTPResponseStatus(statusCode: answer.status), type: type, headers: headers, body: body)
    }

    fileprivate static func notRecorded(_ request: MockRequest) -> MockReply {
        let message = "no recording of \(request.method.rawValue) \(request.path)"
        return MockReply(.notFound, text: #"{"statusCode":404,"error":"Not Found","message":"\#(message)"}"#)
    }
}
