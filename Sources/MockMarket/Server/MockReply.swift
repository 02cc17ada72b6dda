package import NIOCore
package import NIOHTTP1

/// What the server does to answer one request, step by step. So every kind of misbehavior is a list of steps.
package struct MockReply: Sendable {
    package enum Step: Sendable {
        case head(HTTPResponseHead)
        case body(ByteBuffer)
        /// The same bytes this many times, each after the one before has been sent, so that a large body is never in
        /// memory as a whole.
        case repeated(ByteBuffer, Int)
        /// Ends the answer; the connection stays open for the next request.
        case end
        case wait(TimeAmount)
        /// Does nothing more until the peer closes the connection.
        case hang
        /// Closes the connection normally, at any point of the answer.
        case close
        /// Closes the connection with a reset.
        case reset
    }

    package var steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    /// A complete answer with its length.
    package init(
        _ status: HTTPResponseStatus = .ok,
        type: String = "application/json",
        headers: [String: String] = [:],
        body: ByteBuffer
    ) {
        var fields = HTTPHeaders([("Content-Type", type), ("Content-Length", "\(body.readableBytes)")])
        for (name, value) in headers { fields.replaceOrAdd(name: name, value: value) }
        steps = [.head(HTTPResponseHead(version: .http1_1, status: status, headers: fields)), .body(body), .end]
    }

    init(_ json: JSONWriter) { self.init(body: ByteBuffer(bytes: json.bytes)) }

    package init(
        _ status: HTTPResponseStatus = .ok,
        type: String = "application/json",
        headers: [String: String] = [:],
        text: String
    ) {
        self.init(status, type: type, headers: headers, body: ByteBuffer(string: text))
    }
}

/// The bodies that providers send with errors.
extension MockReply {
    static func error(_ status: Int, path: String, retryAfter: Int? = nil) -> MockReply {
        MockProvider.of(path: path).error(status, retryAfter: retryAfter)
    }

    static func errorUnder200(path: String) -> MockReply { MockProvider.of(path: path).errorUnder200 }
    static func monthSpent(path: String) -> MockReply { MockProvider.of(path: path).monthSpent }
    static func wrongTypes(path: String) -> MockReply { MockProvider.of(path: path).wrongTypes }

    static func notFound(_ path: String) -> MockReply {
        let text = #"{"statusCode":404,"error":"Not Found","message":"Not Found"}"#
        return MockReply(.notFound, text: text)
    }
}
