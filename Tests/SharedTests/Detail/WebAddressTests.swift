import Shared
import Testing

struct WebAddressTests {
    @Test(arguments: [
        ("https://bitcoin.org/", "https://bitcoin.org/"), ("HTTP://Bitcoin.org", "http://Bitcoin.org"),
        ("https://a.b:8080/x?y=z#t", "https://a.b:8080/x?y=z#t"), ("https://a.b/@name", "https://a.b/@name"),
        ("https://a.b/τ", "https://a.b/τ"),
    ])
    func takesPlainAddresses(told: String, text: String) {
        #expect(WebAddress(told)?.text == text)
    }

    @Test(arguments: [
        "", "bitcoin.org", "javascript:alert(1)", "ftp://a.b", "https:a.b", "https://", "https:///x", "https://a b/",
        "https://a.b/\u{1b}[31m", "https://a.b/\u{202e}gpj", "https://good.com@evil.com/", "https://bıtcoin.org/",
        "https://a.b/\nx", "file:///etc/passwd", "https://[::1]/", " https://a.b",
        "https://" + String(repeating: "a", count: 3000),
    ])
    func refusesEverythingElse(told: String) {
        #expect(WebAddress(told) == nil)
    }
}
