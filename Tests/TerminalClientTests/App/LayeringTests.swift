import Foundation
import Testing

/// View models know no terminal and no network, so that they can be tested without either.
struct LayeringTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/TerminalClient")

    /// Checks every file that declares or extends a model, whatever the file is called.
    @Test func modelsImportNeitherTerminalKitNorNIO() throws {
        let model = /\b(?:class|struct|enum|actor|protocol|extension) (?:\w*Model|CoinChart)\b/
        let names = try #require(FileManager.default.enumerator(atPath: Self.sources.path)).compactMap { $0 as? String }
        var count = 0
        for name in names where name.hasSuffix(".swift") {
            let text = try String(contentsOf: Self.sources.appendingPathComponent(name), encoding: .utf8)
            guard name.contains("Chart/Model/") || text.contains(model) else { continue }
            count += 1
            #expect(!text.contains("import TerminalKit") && !text.contains("import NIO"), "\(name)")
        }
        #expect(count > 35)
    }
}
