import Foundation
import Testing

/// The SBOM of a package lists what is linked into its own program (scripts/release/bill-of-materials).
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BillOfMaterialsTests {
    private struct Document: Decodable {
        struct Package: Decodable { let name: String }
        struct Relationship: Decodable {
            let relationshipType: String
            let relatedSpdxElement: String
        }

        let packages: [Package]
        let relationships: [Relationship]
    }

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("scripts/release/bill-of-materials").path

    private func bill(of program: String, in directory: String) async throws -> (Document, licenses: String) {
        let build = URL(fileURLWithPath: program).deletingLastPathComponent().resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().path
        let run = try await CommandRun(
            command: ["/usr/bin/env", "python3", Self.script, build, program, directory],
            environment: ProcessInfo.processInfo.environment
        )
        try #require(run.status == 0, "\(run.said)")
        let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/sbom.spdx.json"))
        let licenses = try String(contentsOfFile: directory + "/licenses.txt", encoding: .utf8)
        return (try JSONDecoder().decode(Document.self, from: data), licenses)
    }

    /// Both packages used to share one bill, so the terminal's named a database that it does not have.
    @Test func eachProgramHasABillOfItsOwn() async throws {
        try await withTemporaryDirectory { directory in
            let tickwire = TerminalProgram.tickwire
            let (terminal, its) = try await bill(of: tickwire, in: directory + "/terminal")
            let (server, others) = try await bill(of: tickwire + "-server", in: directory + "/server")
            let (one, other) = (Set(terminal.packages.map(\.name)), Set(server.packages.map(\.name)))
            let shared: Set = [
                "swift-nio", "swift-protobuf", "swift-argument-parser", "swift-runtime", "libssl3", "libc6",
            ]
            #expect(one.isSuperset(of: shared.union(["tickwire"])), "\(one)")
            #expect(
                other.isSuperset(of: shared.union(["tickwire-server", "grdb.swift", "swift-log", "libcurl4"])),
                "\(other)"
            )
            #expect(
                one.isDisjoint(with: ["tickwire-server", "grdb.swift", "swift-log", "libcurl4", "libsqlite3-0"]),
                "\(one)"
            )
            for test in ["yams", "hdrhistogram-swift"] { #expect(!one.contains(test) && !other.contains(test)) }
            #expect(!its.contains("groue/GRDB.swift") && others.contains("groue/GRDB.swift"))
            let kinds = server.relationships.filter { $0.relatedSpdxElement == "SPDXRef-libcurl4" }.map(
                \.relationshipType
            )
            #expect(kinds == ["DYNAMIC_LINK"])
        }
    }
}
