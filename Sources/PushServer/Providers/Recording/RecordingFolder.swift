import Foundation
import Shared

/// The files of a recording: bodies, and an index with one line each. Not safe for concurrent use.
struct RecordingFolder {
    private let directory: URL
    private let index: FileHandle
    private(set) var answers: Int
    private(set) var bytes: Int

    /// Creates the folder, or continues the recording of an earlier run.
    init(_ path: String) throws {
        directory = URL(filePath: path, directoryHint: .isDirectory)
        let files = FileManager.default
        try files.createDirectory(at: directory, withIntermediateDirectories: true)
        let indexFile = directory.appending(path: RecordedAnswer.indexName)
        if !files.fileExists(atPath: indexFile.path) { try Data().write(to: indexFile) }
        index = try FileHandle(forWritingTo: indexFile)
        try index.seekToEnd()
        let names = try files.contentsOfDirectory(atPath: directory.path)
        answers = names.compactMap { Int($0.prefix { $0.isNumber }) }.max() ?? 0
        bytes = 0
        for name in names {
            let attributes = try files.attributesOfItem(atPath: directory.appending(path: name).path)
            bytes += attributes[.size] as? Int ?? 0
        }
    }

    /// Writes the body first, so that every file in the index exists.
    mutating func write(_ answer: RecordedAnswer, body: [UInt8]) throws {
        let name = RecordedAnswer.fileName(number: answers + 1, method: answer.method, path: answer.path)
        var answer = answer
        answer.file = name
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(answer) + Data("\n".utf8)
        let file = directory.appending(path: name)
        do {
            try Data(body).write(to: file)
            try index.write(contentsOf: line)
        } catch {
            // A partial body is useless.
            try? FileManager.default.removeItem(at: file)
            throw error
        }
        answers += 1
        bytes += body.count + line.count
    }

    func close() { try? index.close() }
}
