import Foundation
import Testing

/// View models know no terminal and no network, so that they can be tested without either.
struct LayeringTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/TerminalClient")

    @Test func viewModelsImportNeitherTerminalKitNorNIO() throws {
        let names = try #require(FileManager.default.enumerator(atPath: Self.sources.path)).compactMap { $0 as? String }
        let models = names.filter { name in
            name.hasSuffix("ViewModel.swift") || name.hasSuffix("ListModel.swift") || name.contains("Chart/Model/")
        }
        #expect(models.count > 12)
        for name in models {
            let text = try String(contentsOf: Self.sources.appendingPathComponent(name), encoding: .utf8)
            #expect(!text.contains("import TerminalKit") && !text.contains("import NIO"), "\(name)")
        }
    }
}
