import Shared

/// Prints errors, lost connections and questions, which are not a command's output. Each takes one line.
enum StandardError {
    /// Says who speaks, because other programs may write there, too.
    static func tell(_ message: Any) { print("tickwire: \(message)") }

    static func print(_ text: String) { Descriptor.standardError.writeAll(Array((text.escaped + "\n").utf8)) }
}
