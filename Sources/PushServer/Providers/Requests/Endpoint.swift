/// A request to a provider, without the base address.
package struct Endpoint: Sendable {
    /// Market data needs no other method.
    static let method = "GET"

    package struct Parameter: Sendable {
        let name: String
        let value: String
    }

    package let host: ProviderHost
    /// The path from the root, with a leading slash.
    package let path: String
    package var parameters: [Parameter] = []
    /// Header fields without secrets, such as `If-None-Match`.
    package var headers: [String: String] = [:]
    /// The header field with the key, if the provider needs one. Requests with a key follow no redirects.
    package var key: EndpointKey?
    /// The requested media type.
    package var accepts = "application/json"
    /// The largest body that a real answer can have, with room to grow. Reading a body takes several times its size.
    package var bodyBytes = 1 << 20
    /// How long a request may wait for room in its provider's budget.
    package var patience = Duration.zero
    /// The cost of the request in the provider's budget.
    package var cost = 1
    /// Whether somebody waits for data about one coin, as opposed to data of the whole market.
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

    /// A copy for a request about one coin. Its user waits a little rather than getting an error.
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

    /// The URL below `base`.
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
    /// Without parameters, so that errors and logs have one name for all requests of the endpoint.
    package var description: String { "\(Self.method) \(path)" }
}
