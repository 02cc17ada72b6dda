import Foundation
import Shared
import Testing

struct EscapedTextTests {
    @Test(arguments: [
        ("", ""), ("laptop", "laptop"), ("Zoë's naïve 手机 👩‍🚀", "Zoë's naïve 手机 👩‍🚀"), ("a\nb\r\n\tc", "a\\nb\\r\\n\\tc"),
        ("\u{1B}[2J\u{7}", "\\u{1b}[2J\\u{7}"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{0}\u{7F}", "\\u{0}\\u{7f}"),
        ("\u{202E}drawkcab\u{2066}\u{200F}\u{61C}", "\\u{202e}drawkcab\\u{2066}\\u{200f}\\u{61c}"),
        ("one\u{2028}two\u{2029}", "one\\u{2028}two\\u{2029}"),
        ("\u{FEFF}\u{200B}\u{E0041}", "\\u{feff}\\u{200b}\\u{e0041}"),
    ]) func whatCouldSteerATerminalStandsThereInWords(text: String, wanted: String) {
        #expect(text.escaped == wanted)
        #expect(text.escaped.escaped == wanted)
    }

    @Test(arguments: [
        "laptop", "Zoë's naïve 手机 👩‍🚀", "a\nb\r\n\tc\\n\"/", "\u{1B}[2J\u{7}", "\u{9B}31m\u{0}\u{7F}\u{85}",
        "\u{202E}drawkcab\u{2066}", "one\u{2028}two", "\u{FEFF}\u{200B}\u{E0041}",
    ]) func inJSONATextStaysWhole(text: String) throws {
        let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self).escapedInJSON
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
        #expect(json.escaped == json, "nothing in it could steer a terminal")
    }
}
