/// One thing that a provider can be asked: everything about a request but the host it goes to.
package struct Endpoint: Sendable {
    /// All that the providers' market data needs; none of it changes anything.
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
    }

    package struct Parameter: Sendable {
        let name: String
        let value: String
    }

    package let host: ProviderHost
    package var method = Method.get
    /// From the root, with a slash in front.
    package let path: String
    package var parameters: [Parameter] = []
    /// Header fields without secrets, for instance `If-None-Match`.
    package var headers: [String: String] = [:]
    /// The header field that carries the key, if the provider wants one. Redirects are not followed with it.
    package var key: EndpointKey?
    /// What the answer is wanted as.
    package var accepts = "application/json"
    /// The largest body that a real answer can have, with room to grow: reading one costs several times its size.
    package var bodyBytes = 1 << 20
    /// How long a request may wait until our budget for its provider has room.
    package var patience = Duration.zero
    /// For how many requests it counts with its provider.
    package var cost = 1
    /// Asked because somebody looks at one coin, and not for the market of all.
    package var isForOneCoin = false

    package init(_ host: ProviderHost, path: String) {
        self.host = host
        self.path = path
    }

    package func with(_ name: String, _ value: some CustomStringConvertible) -> Self {
        var copy = self
        copy.parameters.append(Parameter(name: name, value: value.description))
        return copy
    }

    /// Somebody waits for it, who would rather wait a little longer than be told to come again.
    package func forOneCoin(patience: Duration = .seconds(10)) -> Self {
        var copy = self
        copy.isForOneCoin = true
        copy.patience = patience
        return copy
    }

    package func costing(_ cost: Int) -> Self {
        var copy = self
        copy.cost = cost
        return copy
    }

    package func upTo(bytes: Int) -> Self {
        var copy = self
        copy.bodyBytes = bytes
        return copy
    }

    /// The address below `base`.
    func url(base: String) -> String {
        guard !parameters.isEmpty else { return base + path }
        let query = parameters.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
        return base + path + "?" + query.joined(separator: "&")
    }

    /// Keeps the unreserved characters of RFC 3986 section 2.3.
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

extension Endpoint: CustomStringConvertible {
    /// Without parameters: this names the endpoint in errors and logs, where one name must stand for all its requests.
    package var description: String { "\(method.rawValue) \(path)" }
}
