import Foundation
import Shared

/// What is not a command's answer: errors, losses, questions. One line each.
enum StandardError {
    static func print(_ text: String) { FileHandle.standardError.write(Data((text.escaped + "\n").utf8)) }
}
