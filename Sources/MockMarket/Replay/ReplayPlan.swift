import Foundation
import Shared

/// What a folder of recordings says should be replayed: `replay.json`, written by hand, and `recording.jsonl`, written by
/// `run --record`. Either may be missing, but not both.
struct ReplayPlan: Sendable {
    /// One coin whose prices are recorded minutes.
    struct Series: Decodable, Sendable {
        let file: String
        /// The coin, by its symbol in the listing.
        let symbol: String
        /// The factor that turns the figures into dollars. It is text, so that it is exact.
        var scale: String?
    }

    static let fileName = "replay.json"

    private(set) var answers: [RecordedAnswer] = []
    private(set) var series: [Series] = []
    /// The speed of recorded time; nil: each request gets the next recording.
    private(set) var speed: Double?
    /// Whether requests without a recording fail, instead of getting a generated answer.
    private(set) var isOnly = false

    /// - Parameter path: the folder, or the file to read as `replay.json`.
    init(_ path: String) throws(ReplayError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ReplayError(path, .notFound)
        }
        let given = URL(filePath: path, directoryHint: isFolder.boolValue ? .isDirectory : .notDirectory)
        let folder = isFolder.boolValue ? given : given.deletingLastPathComponent()
        let plan = isFolder.boolValue ? folder.appending(path: Self.fileName) : given
        let index = folder.appending(path: RecordedAnswer.indexName)
        let (hasPlan, hasIndex) = (plan.isThere, isFolder.boolValue && index.isThere)
        guard hasPlan || hasIndex else {
            throw ReplayError(path, .noRecordings)
        }
        if hasPlan { try read(plan, from: folder) }
        if hasIndex { try readIndex(index, from: folder) }
        for file in answers.compactMap(\.file) + series.map(\.file) where !URL(filePath: file).isThere {
            throw ReplayError(path, .missing(file: file))
        }
    }

    /// `replay.json`. Its `root` is the folder of its files, relative to its own.
    private struct Document: Decodable {
        var root: String?
        var speed: Double?
        var only: Bool?
        var answers: [RecordedAnswer]?
        var series: [Series]?
    }

    private mutating func read(_ file: URL, from folder: URL) throws(ReplayError) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(contentsOf: file))
        } catch {
            throw ReplayError(file.path, .malformed("\(error)"))
        }
        if let speed = document.speed, speed <= 0 { throw ReplayError(file.path, .speed) }
        let root = document.root.map { URL(filePath: $0, directoryHint: .isDirectory, relativeTo: folder) } ?? folder
        (speed, isOnly) = (document.speed, document.only ?? false)
        answers += (document.answers ?? []).map { $0.found(from: root) }
        series += (document.series ?? []).map {
            Series(file: root.path(of: $0.file), symbol: $0.symbol, scale: $0.scale)
        }
    }

    private mutating func readIndex(_ file: URL, from folder: URL) throws(ReplayError) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw ReplayError(file.path, .unreadable)
        }
        for (number, line) in text.split(separator: "\n").enumerated() {
            guard let answer = try? JSONDecoder().decode(RecordedAnswer.self, from: Data(line.utf8)) else {
                // The last line may be incomplete if the recorder was killed.
                if number + 1 == text.split(separator: "\n").count, !text.hasSuffix("\n") { return }
                throw ReplayError(file.path, .noAnswer(line: number + 1))
            }
            answers.append(answer.found(from: folder))
        }
    }
}

extension URL {
    fileprivate var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    fileprivate func path(of file: String) -> String { URL(filePath: file, relativeTo: self).path }
}

extension RecordedAnswer {
    fileprivate func found(from folder: URL) -> Self {
        var copy = self
        copy.file = file.map(folder.path(of:))
        return copy
    }
}
