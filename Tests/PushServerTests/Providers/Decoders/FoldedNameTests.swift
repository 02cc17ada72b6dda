import Testing

@testable import PushServer

struct FoldedNameTests {
    @Test(arguments: [
        ("Bitcoin Cash / BCC", "bitcoincashbcc"), ("0x", "0x"), ("", ""), ("Ünïq (New)", "ünïqnew"), ("币安人生", "币安人生"),
        ("½ Coin\r\n", "½coin"), ("—", ""),
    ])
    func onlyLettersAndDigitsCount(_ name: String, _ folded: String) {
        #expect(CryptoCompareMatching.folded(name) == folded)
    }
}
