/// Why a folder cannot be replayed, in words.
package struct ReplayError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ file: String, _ reason: String) { description = "replay \(file): \(reason)" }
}
