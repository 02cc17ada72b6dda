import NIOCore
import NIOHTTP1

extension Fault.Kind {
    /// The answer with the fault applied.
    func applied(to reply: MockReply, path: String) -> MockReply {
        switch self {
        case .status(let code, let retryAfter): .error(code, path: path, retryAfter: retryAfter)
        case .slowHeaders(let time): MockReply(steps: [.wait(TimeAmount(time))] + reply.steps)
        case .slowBody(let time): reply.slowed(over: time)
        case .never: MockReply(steps: [.hang])
        case .cutBody(let count): reply.cut(after: count)
        case .reset: MockReply(steps: [.reset])
        case .malformedJSON: MockReply(text: #"{"status":{"error_code":0},"data":[{"id":1,,]}"#)
        case .wrongTypes: .wrongTypes(path: path)
        case .htmlPage: MockReply(type: "text/html", text: "<!DOCTYPE html><title>Just a moment...</title>")
        case .emptyBody: MockReply(text: "")
        case .errorUnder200: .errorUnder200(path: path)
        case .monthSpent: .monthSpent(path: path)
        case .history(let count): reply.newestCandles(count)
        case .gzip: reply.packed()
        case .falseGzip: reply.adding("Content-Encoding", "gzip")
        case .largeBody(let bytes): .large(bytes)
        case .spoilt(let spoiling): spoiling.applied(to: reply)
        }
    }
}

extension MockReply {
    private static let pieces = 8
    private static let chunkBytes = 64 << 10

    /// The same head and the first `count` bytes of the body, then the end of the connection.
    func cut(after count: Int) -> MockReply {
        let cut = steps.map { step in
            switch step {
            case .body(var bytes): Step.body(bytes.readSlice(length: min(count, bytes.readableBytes)) ?? bytes)
            case .end: Step.close
            default: step
            }
        }
        return MockReply(steps: cut)
    }

    /// The same bytes with pauses between them.
    func slowed(over time: Duration) -> MockReply {
        let pause = Step.wait(TimeAmount(time / Self.pieces))
        let slow = steps.flatMap { step -> [Step] in
            guard case .body(var bytes) = step else { return [step] }
            let length = max(1, (bytes.readableBytes + Self.pieces - 1) / Self.pieces)
            var pieces: [Step] = []
            while let piece = bytes.readSlice(length: min(length, bytes.readableBytes)), piece.readableBytes > 0 {
                pieces += [.body(piece), pause]
            }
            return pieces
        }
        return MockReply(steps: slow)
    }

    /// The same answer with `Content-Encoding: gzip`.
    func packed() -> MockReply { replacingBody(StoredDeflate.gzip).adding("Content-Encoding", "gzip") }

    /// The same answer with another body.
    func replacingBody(_ change: ([UInt8]) -> [UInt8]) -> MockReply {
        let body = steps.reduce(into: ByteBuffer()) { whole, step in
            if case .body(let bytes) = step { whole.writeImmutableBuffer(bytes) }
        }
        let bytes = ByteBuffer(bytes: change(Array(body.readableBytesView)))
        var hasBody = false
        let replaced = steps.compactMap { step -> Step? in
            guard case .body = step else { return step }
            defer { hasBody = true }
            return hasBody ? nil : .body(bytes)
        }
        return MockReply(steps: replaced).adding("Content-Length", "\(bytes.readableBytes)")
    }

    func adding(_ name: String, _ value: String) -> MockReply {
        let changed = steps.map { step in
            guard case .head(var head) = step else { return step }
            head.headers.replaceOrAdd(name: name, value: value)
            return Step.head(head)
        }
        return MockReply(steps: changed)
    }

    /// One chunk, sent again and again.
    static func large(_ bytes: Int) -> MockReply {
        let row = #"{"symbol":"btcusdt","close":63250.12,"vol":1.0},"#
        let chunk = ByteBuffer(string: String(repeating: row, count: chunkBytes / row.utf8.count))
        let start = #"{"status":"ok","data":["#
        let count = max(0, bytes - start.utf8.count) / chunk.readableBytes
        var head = HTTPResponseHead(version: .http1_1, status: .ok)
        head.headers.add(name: "Content-Type", value: "application/json")
        head.headers.add(name: "Content-Length", value: "\(bytes)")
        let rest = bytes - start.utf8.count - count * chunk.readableBytes
        let end = ByteBuffer(string: String(String(buffer: chunk).prefix(max(0, rest))))
        return MockReply(steps: [
            .head(head), .body(ByteBuffer(string: String(start.prefix(bytes)))), .repeated(chunk, count), .body(end),
            .end,
        ])
    }
}
