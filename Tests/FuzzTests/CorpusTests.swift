import Foundation
import FuzzTargets
import NIOCore
import Shared
import Testing

/// What fuzzing found worth keeping goes through every target with each change. `scripts/checks/fuzz` looks for more.
struct CorpusTests {
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let corpora = project.appendingPathComponent("Fuzz/Corpora")

    private func inputs(for target: FuzzTarget) throws -> [[UInt8]] {
        let folder = Self.corpora.appendingPathComponent(target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.map { Array(try Data(contentsOf: $0)) }
    }

    @Test(arguments: FuzzTarget.allCases)
    func everyKeptInputReturns(target: FuzzTarget) throws {
        let inputs = try inputs(for: target)
        #expect(!inputs.isEmpty)
        for input in inputs { target.run(input) }
    }

    @Test func noCorpusIsWithoutATarget() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.corpora.path)
        #expect(Set(names) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }

    @Test func fuzzingBeginsWithEveryMessageOfBothEnds() throws {
        let client = try bodies(for: .clientFrames).compactMap { try? ClientFrame(frameBody: $0) }
        #expect(Set(client.map(name)) == (try fields(of: "body", in: "ClientFrame")).union(["unknown"]))
        #expect(Set(client.compactMap(credentials(of:))) == (try fields(of: "credentials", in: "Hello")))
        #expect(Set(client.compactMap(action(of:))) == (try fields(of: "action", in: "AccountRequest")))
        let server = try bodies(for: .serverFrames).compactMap { try? ServerFrame(frameBody: $0) }
        #expect(Set(server.map(name)) == (try fields(of: "body", in: "ServerFrame")).union(["unknown"]))
    }

    /// The field of a Hello that has its credentials.
    private func credentials(of frame: ClientFrame) -> String? {
        guard case .hello(let hello) = frame else { return nil }
        return switch hello.credentials {
        case .token: "token"
        case .password: "login"
        case .local: "local"
        case .invitation: "join"
        case .node: "node"
        }
    }

    /// The field of a request about an account that says what to do.
    private func action(of frame: ClientFrame) -> String? {
        guard case .accountRequest(_, let request) = frame else { return nil }
        return switch request {
        case .listDevices: "listDevices"
        case .revoke: "revokeDevice"
        case .changePassword: "changePassword"
        case .delete: "deleteAccount"
        case .unknown: nil
        }
    }

    /// The fields of a choice in `push.proto`, as Swift spells them.
    private func fields(of choice: String, in message: String) throws -> Set<String> {
        let proto = try String(
            contentsOf: Self.project.appendingPathComponent("Sources/Shared/Wire/push.proto"),
            encoding: .utf8
        )
        let body = proto.components(separatedBy: "message \(message) {\n").dropFirst().first ?? ""
        let fields = body.components(separatedBy: "oneof \(choice) {\n").dropFirst().first?.prefix { $0 != "}" } ?? ""
        let names = fields.matches(of: /([a-z_]+) = [0-9]+;/).map { match in
            let words = match.output.1.split(separator: "_")
            return words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
        }
        #expect(names.count > 3, "the file was read")
        return Set(names)
    }

    /// The first frame of each input.
    private func bodies(for target: FuzzTarget) throws -> [ByteBuffer] {
        try inputs(for: target).compactMap { input in
            var reader = FrameReader(limit: SessionLimits().serverFrameBytes)
            reader.append(ByteBuffer(bytes: input))
            return try? reader.next()
        }
    }

    /// Of an enum's case.
    private func name(_ value: some Sendable) -> String { String("\(value)".prefix { $0.isLetter }) }
}
