/// A provider's version of its answer, which the next request sends back (RFC 9110 section 13.1).
package struct Validator: Hashable, Sendable {
    package let entityTag: String?
    package let lastModified: String?

    /// - Returns: nil if the answer has neither field.
    init?(_ answer: HTTPAnswer) {
        entityTag = answer.headers["etag"]
        lastModified = answer.headers["last-modified"]
        if entityTag == nil, lastModified == nil { return nil }
    }

    var headers: [String: String] {
        var fields: [String: String] = [:]
        fields["If-None-Match"] = entityTag
        fields["If-Modified-Since"] = lastModified
        return fields
    }
}

/// The result of a conditional request.
package enum Revision<Value: Sendable>: Sendable {
    /// The known value is still current.
    case unchanged
    /// - validator: nil if the provider does not support conditional requests.
    case changed(Value, Validator?)

    package var value: Value? {
        switch self {
        case .unchanged: nil
        case .changed(let value, _): value
        }
    }
}

extension Revision {
    func map<Other: Sendable>(_ transform: (Value) -> Other) -> Revision<Other> {
        switch self {
        case .unchanged: .unchanged
        case .changed(let value, let validator): .changed(transform(value), validator)
        }
    }
}

extension Revision: Equatable where Value: Equatable {}
