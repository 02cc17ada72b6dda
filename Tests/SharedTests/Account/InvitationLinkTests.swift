import Testing

@testable import Shared

struct InvitationLinkTests {
    private let link = InvitationLink(
        server: "prices.example.com:7443",
        pin: PublicKeyPin(digest: (0..<32).map { UInt8(255 - $0) }),
        secret: (0..<16).map { UInt8($0 * 16) }
    )

    @Test func aWrittenLinkIsReadBack() throws {
        #expect(try InvitationLink("\(link)") == link)
        #expect("\(link)".utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "=") }, "\(link)")
    }

    @Test func aTruncatedLinkIsDistinguishedFromAWrongOne() {
        let text = "\(link)"
        for length in "tickwire://join/".count..<text.count {
            #expect(throws: InvitationLinkFault.damaged) { try InvitationLink(String(text.prefix(length))) }
        }
    }

    @Test func aLinkWithAnyOtherCharacterIsDamaged() {
        let text = Array("\(link)")
        for place in "tickwire://join/".count..<text.count {
            var other = text
            other[place] = text[place] == "A" ? "B" : "A"
            #expect(throws: InvitationLinkFault.damaged) { try InvitationLink(String(other)) }
        }
    }

    @Test(arguments: ["", "tickwire://prices", "https://example.com", "join"])
    func whatIsNoInvitationIsCalledThat(text: String) {
        #expect(throws: InvitationLinkFault.notAnInvitation) { try InvitationLink(text) }
    }
}
