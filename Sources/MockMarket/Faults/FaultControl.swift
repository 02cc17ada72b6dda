import Foundation
import NIOCore
import NIOHTTP1
import Shared

/// The path that tells a running mock to misbehave. Faults never affect it.
enum FaultControl {
    private static let path = "/mock/faults"

    /// - Returns: nil for any other path.
    static func reply(to request: MockRequest, _ rules: inout FaultRules, at now: MarketTime) -> MockReply? {
        guard request.path == path else { return nil }
        switch request.method {
        case .GET: return listing(rules, at: now)
        case .DELETE: rules = FaultRules()
        case .PUT:
            do {
                rules = FaultRules(try faults(request.body), at: now)
            } catch {
                return problem(.badRequest, "\(error)")
            }
        default: return problem(.methodNotAllowed, "\(path) takes GET, PUT and DELETE")
        }
        return listing(rules, at: now)
    }

    /// A JSON array of rules in their text form.
    private static func faults(_ body: [UInt8]) throws -> [Fault] {
        guard let rules = try? JSONDecoder().decode([String].self, from: Data(body)) else {
            throw FaultRuleError(
                String(decoding: body.prefix(80), as: UTF8.self),
                #"send a JSON array of rules, as in ["/market 429 times=3"]"#
            )
        }
        return try rules.map { try Fault(rule: $0) }
    }

    private static func listing(_ rules: FaultRules, at now: MarketTime) -> MockReply {
        var json = JSONWriter(.script)
        json.array { json in
            for entry in rules.entries {
                json.object { json in
                    json.text("rule", entry.fault.rule)
                    json.integer("hits", Int64(entry.hits))
                    json.raw("over", entry.isOver(at: now) ? "true" : "false")
                }
            }
        }
        return MockReply(json)
    }

    private static func problem(_ status: HTTPResponseStatus, _ message: String) -> MockReply {
        var json = JSONWriter(.script)
        json.object { $0.text("error", message) }
        return MockReply(status, body: ByteBuffer(bytes: json.bytes))
    }
}
