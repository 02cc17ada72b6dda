import Foundation
import FuzzTargets
import Testing

/// What fuzzing found worth keeping goes through every target with each change. `scripts/fuzz-server` looks for more.
struct CorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fuzz/Corpora")

    @Test(arguments: FuzzTarget.allCases)
    func everyKeptInputReturns(target: FuzzTarget) throws {
        let folder = Self.folder.appendingPathComponent(target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files { target.run(Array(try Data(contentsOf: file))) }
    }
}
