import Foundation
import Testing

@testable import PushServer

/// The places of a provider's key.
struct KeyFileTests {
    @Test func aKeyIsReadFromTheVariableOrAFile() throws {
        let path = NSTemporaryDirectory() + "tickwire-key-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("secret-1\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try APIKey.named("KEY", in: ["KEY_FILE": path]) == APIKey("secret-1"))
        #expect(try APIKey.named("KEY", in: ["KEY": "secret-2", "KEY_FILE": path]) == APIKey("secret-2"))
        #expect(try APIKey.named("KEY", in: ["KEY": "", "KEY_FILE": ""]) == nil)
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(try APIKey.named("KEY", in: ["KEY_FILE": path]) == nil, "a secret that was left empty")
    }

    @Test func aMissingFileIsAnError() {
        let error = UnreadableKeyFile(variable: "KEY", path: "/nowhere/key", reason: "No such file or directory")
        #expect(throws: error) { _ = try APIKey.named("KEY", in: ["KEY_FILE": "/nowhere/key"]) }
        let words = "the file '/nowhere/key', which KEY_FILE names, cannot be read: No such file or directory"
        #expect("\(error)" == words)
    }
}
