internal import Shared

/// A provider's secret. It prints as a placeholder wherever it is interpolated, dumped or logged.
package struct APIKey: Sendable, Equatable {
    let text: String

    /// - Returns: nil if the text without surrounding blanks is empty or not valid in a header.
    package init?(_ text: String) {
        let trimmed = text.trimmed
        let isPrintable = trimmed.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        if trimmed.isEmpty || !isPrintable { return nil }
        self.text = trimmed
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

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

extension APIKey {
    /// The key in the variable, or in the file that the same variable with `_FILE` names, as containers hand over secrets.
    /// - Returns: nil if neither has any text but blanks.
    package static func named(_ variable: String, in environment: [String: String]) throws(APIKeyFault) -> APIKey? {
        if let text = environment[variable], !text.trimmed.isEmpty {
            guard let key = APIKey(text) else { throw .malformed(variable: variable) }
            return key
        }
        guard let path = environment[variable + "_FILE"], !path.isEmpty else { return nil }
        let text = try contents(of: path, for: variable)
        if text.trimmed.isEmpty { return nil }
        guard let key = APIKey(text) else { throw .malformedFile(variable: variable, path: path) }
        return key
    }

    private static func contents(of path: String, for variable: String) throws(APIKeyFault) -> String {
        do throws(SystemError) {
            return String(decoding: try SmallFile.read(path), as: UTF8.self)
        } catch {
            throw .unreadableFile(variable: variable, path: path, reason: error.description)
        }
    }
}

/// Why a provider's key cannot be used. Without the key, the server would ask the provider in another way, so it does not start.
/// The words never repeat the key.
package enum APIKeyFault: Error, Equatable, CustomStringConvertible {
    case malformed(variable: String)
    case malformedFile(variable: String, path: String)
    case unreadableFile(variable: String, path: String, reason: String)

    package var description: String {
        switch self {
        case .malformed(let variable): "\(variable) has no valid key: \(Self.rule); give the key alone"
        case .malformedFile(let variable, let path):
            "the file '\(path)', which \(variable)_FILE names, has no valid key: \(Self.rule); put the key there alone"
        case .unreadableFile(let variable, let path, let reason):
            "the file '\(path)', which \(variable)_FILE names, cannot be read: \(reason)"
        }
    }

    private static let rule = "a key is one word of ASCII letters, digits and signs"
}
