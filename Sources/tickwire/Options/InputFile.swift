import ArgumentParser
import Shared

/// A file that a command reads as a whole, or standard input.
enum InputFile {
    /// No file that a command reads is larger.
    private static let bytesMax = 16 << 20

    /// - Parameter path: `-` stands for standard input.
    /// - Throws: `ValidationError` if it cannot be read, or is too large.
    static func read(_ path: String) throws(ValidationError) -> [UInt8] {
        let isStandardInput = path == "-"
        let name = isStandardInput ? "standard input" : path
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes =
                try isStandardInput
                ? Descriptor.standardInput.readAll(bytesMax: bytesMax)
                : SmallFile.beginning(of: path, bytesMax: bytesMax)
        } catch {
            throw ValidationError(.unreadable(file: name, reason: error.description))
        }
        if bytes.count > bytesMax { throw ValidationError(.fileTooLarge(name, mebibytes: bytesMax >> 20)) }
        return bytes
    }
}
