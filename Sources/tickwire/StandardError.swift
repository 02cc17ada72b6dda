import Foundation

enum StandardError {
    static func print(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
