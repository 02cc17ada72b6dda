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
    /// - Returns: nil if neither has a key.
    package static func named(
        _ variable: String,
        in environment: [String: String]
    ) throws(UnreadableKeyFile) -> APIKey? {
        if let key = environment[variable].flatMap(APIKey.init) { return key }
        guard let path = environment[variable + "_FILE"], !path.isEmpty else { return nil }
        do throws(SystemError) {
            return APIKey(String(decoding: try SmallFile.read(path), as: UTF8.self))
        } catch {
            throw UnreadableKeyFile(variable: variable, path: path, reason: error.description)
        }
    }
}

/// A file with a provider's key that cannot be read. Without the key, the server would ask the provider in another way.
package struct UnreadableKeyFile: Error, Equatable, CustomStringConvertible {
    let variable: String
    let path: String
    let reason: String

    package var description: String {
        "the file '\(path)', which \(variable)_FILE names, cannot be read: \(reason)"
    }
}
