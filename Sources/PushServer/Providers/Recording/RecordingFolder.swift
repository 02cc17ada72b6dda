import Foundation
import Shared

/// The files of a recording: bodies, and an index with one line each. Not safe for concurrent use.
struct RecordingFolder {
    private let directory: String
    private let index: FileHandle
    private(set) var answers: Int
    private(set) var bytes: Int

    /// Creates the folder for its owner alone, or continues the recording of an earlier run.
    init(_ path: String) throws(SystemError) {
        try SmallFile.makeFolder(path)
        let opened = open("\(path)/\(RecordedAnswer.indexName)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw .last }
        (directory, index) = (path, FileHandle(fileDescriptor: opened, closeOnDealloc: true))
        let names = SmallFile.names(in: path)
        answers = names.compactMap { Int($0.prefix { $0.isNumber }) }.max() ?? 0
        bytes = names.reduce(0) { $0 + Self.size(of: "\(path)/\($1)") }
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }

    /// Writes the body first, so that every file in the index exists.
    mutating func write(_ answer: RecordedAnswer, body: [UInt8]) throws {
        let name = RecordedAnswer.fileName(number: answers + 1, method: answer.method, path: answer.path)
        var answer = answer
        answer.file = name
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = Array(try encoder.encode(answer)) + Array("\n".utf8)
        let file = "\(directory)/\(name)"
        try SmallFile.write(body, to: file, mode: .readableByAll, durably: false)
        guard Descriptor(index.fileDescriptor).writeAll(line) else {
            let error = SystemError.last
            // A body that no line names is useless.
            SmallFile.remove(file)
            throw error
        }
        answers += 1
        bytes += body.count + line.count
    }

    func close() { try? index.close() }
}
