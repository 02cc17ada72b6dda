internal import TerminalClient

/// `tickwire://...`, as another program or a person hands it over.
enum LinkFuzz {
    static func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(DeepLinkFault) {
            let link = try DeepLink(text)
            let again = try? DeepLink(link.description)
            precondition(again == link, "a link changes when it is written down")
        } catch {
            precondition(!error.description.isEmpty, "a link is refused without a reason")
        }
    }
}
