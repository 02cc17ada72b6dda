import TestSupport
import Testing
import Yams

@testable import TerminalClient

/// The configuration file's own reader of YAML.
struct ConfigTextTests {
    /// A library for all of YAML reads whatever this reader accepts, and in the same way.
    @Test(arguments: [UInt64(1), .random(in: 0 ... .max)])
    func whateverIsReadYAMLReadsInTheSameWay(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<30_000 {
            let pieces = Int.random(in: 1...12, using: &generator)
            let text = (0..<pieces).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            guard let node = try? ConfigText.read(text) else { continue }
            let reference = Result { try Yams.compose(yaml: text).map(ConfigNode.init) }
            guard case .success(node) = reference else {
                Issue.record("\(node as Any) and \(reference) at seed \(seed): \(text.debugDescription)")
                return
            }
            read += 1
        }
        #expect(read > 1000, "seed \(seed)")
    }

    private static let pieces = [
        "a", "b", "key", "a: ", "b:", "key: value", "a:\n", "\n", "\n", "\n  ", "\n  ", "\n    ", "  ", " ", "- ",
        "\n- ", "-", "[", "]",
        "[a, b]", ",", ", ", "#", " # c", "\"", "\"x\"", "\\", "\"\\\"\"", "'", "'y'", "''", ":", ": ", "?", "? ", "!",
        "!t", "&x", "*x", "|", ">",
        "{", "}", "%", "@", "`", "~", "null", "1", "\t", "\r\n", "\r", "---\n", "---", "...", "é", "\u{301}", "\u{85}",
        "\u{2028}", "\u{FEFF}",
        "\u{1}", "<<: ", "=", "on",
    ]

    @Test(arguments: [
        ("a: [b\n  c]", 1, "this list does not end; write it on one line, as in [a, b]"),
        ("a: {b: c}", 1, "write a value that begins with { in quotation marks, as in \"{\""),
        ("a: b: c", 1, "a value with ':' needs quotation marks"),
        ("a: 'b", 1, "a quotation mark is missing at the end; write the value on one line"),
        ("a: \"\\x41\"", 1, "'\\x' means nothing here; use \\\" and \\\\, or ' instead of \""),
        ("a: 'b' c", 1, "there is text after the value: c; remove it"),
        ("a: b\n\tc: d", 2, "this line has a tab; use spaces"),
        (
            "a:\n  b: c\n d: e", 3,
            "this line is indented more than the one that it continues; give both the same indentation"
        ),
        ("  a: b\nc: d", 2, "this line does not belong to what stands above it; compare their indentation"),
        ("a\nb: c", 1, "write this line as 'name: value'"),
        ("a: \u{7}", 1, "this line has the character U+7; remove it"),
    ])
    func whatIsNotReadIsAMistakeWithItsLine(text: String, line: Int, reason: String) {
        let problem = #expect(throws: ConfigReader.PlacedFault.self) { _ = try ConfigText.read(text) }
        #expect(problem?.line == line)
        #expect(problem?.reason == reason)
    }
}

extension ConfigNode {
    /// In YAML, the kind of a name matters for whether it is repeated, and the mark of a value is its beginning.
    fileprivate init(_ node: Node) {
        let content: Content =
            switch node {
            case .scalar(let scalar): .text(scalar.string)
            case .sequence(let items): .list(items.map(ConfigNode.init))
            case .mapping(let entries):
                .block(entries.map { Entry(key: ConfigNode($0.key), value: ConfigNode($0.value)) })
            case .alias: .text("an alias")
            }
        self.init(content: content, line: node.mark?.line ?? 0)
    }
}
