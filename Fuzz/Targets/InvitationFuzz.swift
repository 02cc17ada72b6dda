internal import Shared

/// A link with which somebody joins, as it was copied by hand.
enum InvitationFuzz {
    static func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(InvitationLinkFault) {
            let link = try InvitationLink(text)
            precondition(link.description == text, "two spellings of one invitation are taken")
        } catch {
            precondition(!error.description.isEmpty, "an invitation is refused without a reason")
        }
        // Random bytes never have the right check, so an invitation is made of them.
        let server = text.unicodeScalars.prefix { $0.isASCII && $0 != "/" }
        guard let pin = PublicKeyPin("sha256/" + String(repeating: "A", count: 43) + "="),
            bytes.count >= InvitationLink.secretBytes
        else { return }
        let secret = Array(bytes.suffix(InvitationLink.secretBytes))
        let link = InvitationLink(server: String(server), pin: pin, secret: secret)
        let again = try? InvitationLink(link.description)
        precondition(again == link, "an invitation changes when it is written down")
    }
}
