import Foundation
import Testing

/// What the files of the project must keep to, wherever they are.
struct LayeringTests {
    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift files below a folder of the project.
    private func files(in folder: String) throws -> [String] {
        let path = Self.project.appendingPathComponent(folder).path
        let names = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
        return names.filter { $0.hasSuffix(".swift") }
    }

    /// View models know no terminal and no network, so that they can be tested without either. This checks every file that
    /// declares or extends a model, whatever the file is called.
    @Test func modelsImportNeitherTerminalKitNorNIO() throws {
        let model = /\b(?:class|struct|enum|actor|protocol|extension) (?:\w*Model|CoinChart)\b/
        let sources = Self.project.appendingPathComponent("Sources/TerminalClient")
        var count = 0
        for name in try files(in: "Sources/TerminalClient") {
            let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            guard name.contains("Chart/Model/") || text.contains(model) else { continue }
            count += 1
            #expect(!text.contains("import TerminalKit") && !text.contains("import NIO"), "\(name)")
        }
        #expect(count > 35)
    }

    /// A folder with more files has more than one subject.
    @Test(arguments: ["Sources", "Tests", "Benchmarks", "Fuzz"])
    func noFolderHasMoreThanFifteenSwiftFiles(part: String) throws {
        let files = try files(in: part)
        let folders = Dictionary(grouping: files) { $0.split(separator: "/").dropLast().joined(separator: "/") }
        let large = folders.mapValues(\.count).filter { $0.value > 15 }
        #expect(!files.isEmpty && large.isEmpty, "\(large)")
    }
}
