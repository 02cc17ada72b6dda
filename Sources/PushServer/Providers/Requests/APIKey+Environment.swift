internal import Shared

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
