/// How a provider takes its key: in a header field, never in the URL, which ends up in logs.
package struct EndpointKey: Sendable {
    package let header: String
    /// The word before the key, such as `Apikey` in `Authorization: Apikey …`.
    package let scheme: String?
    package let value: APIKey

    package init(header: String, scheme: String? = nil, value: APIKey) {
        self.header = header
        self.scheme = scheme
        self.value = value
    }

    var headerLine: String { "\(header): \(scheme.map { $0 + " " } ?? "")\(value.text)" }
}
