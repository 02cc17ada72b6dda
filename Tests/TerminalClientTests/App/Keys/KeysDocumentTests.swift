import TerminalKit
import Testing

@testable import TerminalClient

/// docs/KEYS.md equals the key maps. `RECORD_PICTURES=1` rewrites it.
struct KeysDocumentTests {
    @Test func theDocumentListsEveryKey() throws {
        try Picture.expect(Self.text, isDocument: "KEYS.md")
    }

    private static var text: String {
        let head = """
            # Keys

            This page is generated from the key maps that the program runs on. `?` shows the keys of the screen you are on, and
            `tickwire config init` writes a configuration file in which each action can be given other keys. Ctrl-C always quits.
            """
        return ([head] + Keys().entries.map(table)).joined(separator: "\n\n")
    }

    private static func table(_ name: String, _ entries: [KeyEntry]) -> String {
        let rows = entries.map { entry in
            let keys = entry.keys.map { "`\($0.name)`" }.joined(separator: " ")
            return "| \(keys) | \(entry.title) | `\(entry.action)` |"
        }
        return (["## \(name)", "", "| keys | what they do | action |", "| --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }
}
