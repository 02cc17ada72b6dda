/// Why a configuration file cannot be used, and where in it.
package struct ConfigError: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// Counted from 1; nil if the error concerns the whole file.
    package let line: Int?
    package let reason: String

    package var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
