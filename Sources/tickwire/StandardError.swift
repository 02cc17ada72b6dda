import Shared

/// Prints errors, lost connections and questions, which are not a command's output. Each takes one line.
enum StandardError {
    static func print(_ text: String) { Descriptor.standardError.writeAll(Array((text.escaped + "\n").utf8)) }
}
