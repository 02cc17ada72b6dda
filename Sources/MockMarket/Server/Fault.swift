import NIOCore
import NIOHTTP1

/// A rule by which the mock misbehaves.
package struct Fault: Sendable {
    package enum Kind: Sendable {
        /// With the body that the provider sends with it, as far as one is known.
        case status(Int, retryAfter: Int? = nil)
        /// The whole answer, but late.
        case slowHeaders(Duration)
        /// No answer at all; the connection stays open.
        case never
        /// The announced length is right, but the connection closes after so many bytes.
        case cutBody(after: Int)
        case malformedJSON
        case htmlPage
        case emptyBody
        case reset
    }

    /// The beginning of the paths that this is about.
    package let path: String
    package let kind: Kind
    /// How many requests it hits before it is over; nil for all.
    package var times: Int?

    package init(path: String, kind: Kind, times: Int? = nil) {
        (self.path, self.kind, self.times) = (path, kind, times)
    }
}

/// The rules in force, in order of precedence.
struct FaultRules: Sendable {
    private var faults: [Fault] = []

    init(_ faults: [Fault] = []) { self.faults = faults }

    /// The fault that hits a request for `path`, counted as used.
    mutating func take(path: String) -> Fault.Kind? {
        guard let index = faults.firstIndex(where: { path.hasPrefix($0.path) && $0.times != 0 }) else { return nil }
        faults[index].times = faults[index].times.map { $0 - 1 }
        return faults[index].kind
    }
}

extension Fault.Kind {
    /// What becomes of an answer.
    func applied(to reply: MockReply, path: String) -> MockReply {
        switch self {
        case .status(let code, let retryAfter): .error(code, path: path, retryAfter: retryAfter)
        case .slowHeaders(let time): MockReply(steps: [.wait(TimeAmount(time))] + reply.steps)
        case .never: MockReply(steps: [.hang])
        case .cutBody(let count): reply.cut(after: count)
        case .malformedJSON: MockReply(text: #"{"status":{"error_code":0},"data":[{"id":1,,]}"#)
        case .htmlPage: MockReply(type: "text/html", text: "<!DOCTYPE html><title>Just a moment...</title>")
        case .emptyBody: MockReply(text: "")
        case .reset: MockReply(steps: [.reset])
        }
    }
}

extension MockReply {
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
}
