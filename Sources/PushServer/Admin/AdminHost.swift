internal import Shared

/// A host that requests to the admin port may name.
package struct AdminHost: Hashable, Sendable {
    /// A name, or an address without brackets.
    package let name: String

    /// Reads `node1.example.com`, `10.0.0.7`, `2001:db8::7` or `[2001:db8::7]`. The port of a request does not matter, so a port is refused here.
    package init(_ text: String) throws(AdminHostFault) {
        let place: HostPort? = IPAddress(text) == nil ? HostPort(text) : HostPort(host: text, port: nil)
        guard let place, place.port == nil, IPAddress(place.host) != nil || Self.isName(place.host) else {
            throw AdminHostFault(text: text)
        }
        name = place.host
    }

    /// Containers also have names with `_`.
    private static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

package struct AdminHostFault: Error, Hashable, CustomStringConvertible {
    let text: String

    package var description: String {
        "'\(text.escaped)' is not a host; use its name or address without a port, as in node1.example.com, 10.0.0.7 or [2001:db8::7]"
    }
}
