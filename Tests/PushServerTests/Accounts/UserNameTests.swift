import Testing

@testable import PushServer

struct UserNameTests {
    @Test(arguments: ["a", "ada.lovelace_1815-x@example.org", String(repeating: "x", count: 64)])
    func plainASCIIIsAName(text: String) {
        #expect(UserName(text)?.text == text)
    }

    @Test(arguments: [
        "", String(repeating: "x", count: 65), "ada\u{0}", "ada\u{0}x", "\u{7F}ada", "ada\n", "ada\r\n", "ada lovelace",
        "ada\u{202E}", "ad\u{430}", "a\u{308}da", "\u{E4}da", "\u{212A}ate", "ada\u{200D}", "../ada",
    ])
    func nothingElseIs(text: String) { #expect(UserName(text) == nil) }

    @Test func namesThatDifferOnlyInCaseAreEqual() {
        let names: Set<UserName> = ["Ada", "ADA", "ada"]
        #expect(names.count == 1)
        #expect(names.first?.text.lowercased() == "ada")
        #expect(("Ada" as UserName).description == "Ada")
    }
}
