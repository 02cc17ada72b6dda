/// What a provider said about the version of its answer, to be sent along when asking again (RFC 9110 section 13.1).
package struct Validator: Hashable, Sendable {
    package let entityTag: String?
    package let lastModified: String?

    /// - Returns: nil when the provider told neither.
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

/// What came of asking for something that may not have changed.
package enum Revision<Value: Sendable>: Sendable {
    /// What is held is still right.
    case unchanged
    /// - validator: nil when the provider does not support asking for changes only.
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
