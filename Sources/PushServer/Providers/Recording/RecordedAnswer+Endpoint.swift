import Shared

extension RecordedAnswer {
    /// Parameters that contain keys, in case a caller uses no header field.
    private static let secrets: Set = ["api_key", "apikey", "cmc_pro_api_key", "accesskeyid", "signature"]

    init(_ endpoint: Endpoint, _ answer: HTTPAnswer) {
        self.init(path: endpoint.hidingKey(in: endpoint.path))
        method = Endpoint.method
        for parameter in endpoint.parameters where !Self.secrets.contains(parameter.name.lowercased()) {
            query[parameter.name] = endpoint.hidingKey(in: parameter.value)
        }
        status = answer.status
        headers = answer.headers.mapValues(endpoint.hidingKey(in:))
        if let retryAt = answer.retryAt {
            headers["retry-after"] = "\(retryAt.elapsed(since: answer.arrived).components.seconds)"
        }
        time = answer.arrived.iso8601
    }
}

extension Endpoint {
    func hidingKey(in text: String) -> String { String(decoding: hidingKey(in: Array(text.utf8)), as: UTF8.self) }

    /// The same bytes without the key of this request.
    func hidingKey(in bytes: [UInt8]) -> [UInt8] {
        // A header's value may begin with a word such as "Apikey ", followed by the secret.
        guard let secret = key?.value.text.split(separator: " ").last.map({ Array($0.utf8) }), !secret.isEmpty else {
            return bytes
        }
        return bytes.split(separator: secret, omittingEmptySubsequences: false)
            .joined(separator: Array("(hidden)".utf8)).map(\.self)
    }
}
