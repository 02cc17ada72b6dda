import Foundation
package import NIOHTTP1

/// A request as the mock's rules see it.
package struct MockRequest: Sendable {
    package let method: HTTPMethod
    /// Without the query.
    package let path: String
    /// The query's parameters with their escapes. If one is repeated, the last counts.
    package let parameters: [String: String]
    package let headers: HTTPHeaders
    /// The number of its connection, counted from 1.
    package let connection: Int
    /// At most `ReplyHandler.bodyMax` bytes.
    package let body: [UInt8]

    init(_ head: HTTPRequestHead, connection: Int, body: [UInt8] = []) {
        self.body = body
        method = head.method
        headers = head.headers
        self.connection = connection
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        let query = parts.count > 1 ? parts[1].split(separator: "&") : []
        let pairs = query.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        parameters = Dictionary(
            pairs.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") },
            uniquingKeysWith: { $1 }
        )
    }

    /// The address to which the request was sent, for links.
    var ownBase: String { "http://" + (headers.first(name: "Host") ?? "127.0.0.1") }

    /// The parts of a list with commas; empty if there is no such parameter.
    func list(_ name: String) -> [String] { text(name)?.split(separator: ",").map(String.init) ?? [] }

    /// A parameter without escapes.
    func text(_ name: String) -> String? { parameters[name].map { $0.removingPercentEncoding ?? $0 } }

    func integer(_ name: String, default fallback: Int) -> Int? {
        guard let text = parameters[name] else { return fallback }
        return Int(text)
    }
}
