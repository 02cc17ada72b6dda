import Shared

/// Prints errors, losses and questions, which are not a command's answer. Each takes one line.
enum StandardError {
    static func print(_ text: String) { Descriptor.standardError.writeAll(Array((text.escaped + "\n").utf8)) }
}
