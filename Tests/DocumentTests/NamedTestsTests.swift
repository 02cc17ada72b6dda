import Foundation
import Testing

/// A claim in a document names the test that shows it, and the test is there.
struct NamedTestsTests {
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [
        "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/RELIABILITY.md", "docs/SECURITY.md", "docs/THREATS.md",
    ])
    func everyTestThatADocumentNamesExists(document: String) throws {
        let text = try String(contentsOf: Self.project.appendingPathComponent(document), encoding: .utf8)
        let named = Set(text.matches(of: /\b[A-Z][A-Za-z]+Tests\b/).map { String($0.output) })
        let missing = named.subtracting(try Self.suites.get())
        #expect(missing.isEmpty, "\(document) names tests that are not there")
    }

    /// The names of suites, and of the folders that hold them. They are read once for all documents.
    private static let suites = Result { try readSuites() }

    private static func readSuites() throws -> Set<String> {
        let tests = project.appendingPathComponent("Tests")
        var names = Set(try FileManager.default.contentsOfDirectory(atPath: tests.path))
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
            names.formUnion(
                text.matches(of: /\b(?:struct|class|actor|enum) ([A-Za-z]+Tests)\b/).map { String($0.output.1) }
            )
        }
        return names
    }
}
