package import NIOHTTP1

/// A request as the mock's rules see it.
package struct MockRequest: Sendable {
    package let method: HTTPMethod
    /// Without the query.
    package let path: String
    /// The query's parameters; of a repeated one the last. Values stay escaped: the providers' parameters need no escapes.
    package let parameters: [String: String]
    package let headers: HTTPHeaders
    /// Which connection it came over, counted from 1.
    package let connection: Int

    init(_ head: HTTPRequestHead, connection: Int) {
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

    func integer(_ name: String, default fallback: Int) -> Int? {
        guard let text = parameters[name] else { return fallback }
        return Int(text)
    }
}
