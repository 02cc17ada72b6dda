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
        let fault = APIKeyFault.unreadableFile(
            variable: "KEY",
            path: "/nowhere/key",
            reason: "No such file or directory"
        )
        #expect(throws: fault) { _ = try APIKey.named("KEY", in: ["KEY_FILE": "/nowhere/key"]) }
        let words = "the file '/nowhere/key', which KEY_FILE names, cannot be read: No such file or directory"
        #expect("\(fault)" == words)
    }

    /// Once, the server ignored such a text, and asked the provider without a key.
    @Test(arguments: ["a-5520 b-6631", "a-5520\nb-6631", "a-5520-ü", "a-5520\u{0}"])
    func anErrorAboutATextThatIsNoKeyDoesNotRepeatIt(_ text: String) throws {
        let path = NSTemporaryDirectory() + "tickwire-key-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let faults: [([String: String], APIKeyFault)] = [
            (["KEY": text], .malformed(variable: "KEY")),
            (["KEY_FILE": path], .malformedFile(variable: "KEY", path: path)),
        ]
        for (environment, fault) in faults {
            #expect(throws: fault) { _ = try APIKey.named("KEY", in: environment) }
            #expect(!"\(fault)".contains("a-5520"))
        }
    }
}
