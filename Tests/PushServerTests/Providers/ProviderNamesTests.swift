import Foundation
import PushServer
import Testing

/// Only a provider's own folders and two lists name it. All other code uses capabilities.
struct ProviderNamesTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    /// The lists, and code for data that was stored before providers had descriptors.
    private static let exceptions = [
        "PushServer/Providers/Provider.swift", "MockMarket/Server/MockProvider.swift", "PushServer/Storage/Schema/",
    ]

    @Test func noCodeOutsideOfAProvidersFoldersNamesIt() throws {
        let names = Provider.all.map { $0.name.lowercased() }
        let files = try #require(FileManager.default.enumerator(atPath: Self.sources.path)).compactMap { $0 as? String }
        let outside = files.filter { file in
            let folders = file.lowercased().split(separator: "/").map(String.init)
            // A folder's name is written in one word.
            let isOwn = names.contains { folders.contains($0.replacing(" ", with: "")) }
            return file.hasSuffix(".swift") && !isOwn
                && !Self.exceptions.contains(where: file.hasPrefix)
        }
        #expect(names.count >= 4 && outside.count > 300)
        for file in outside {
            let text = try String(contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            let named = names.filter(code.joined().lowercased().contains)
            #expect(named.isEmpty, "\(file)")
        }
    }
}
