internal import Shared

/// A host to which the operator lets users send alerts.
package struct AlertHost: Hashable, Sendable {
    /// Scheme, name and port: `https://ntfy.sh`.
    package let origin: String
    let addresses: AddressRule

    /// Reads `ntfy.sh`, `https://ntfy.example.com:8443`, `http://192.168.1.5:8080`, or `http://ntfy.lan=private`.
    ///
    /// A name leads to https unless it begins with `http://`. It may resolve to public addresses only, unless
    /// `=private` follows. An address that is written out is allowed itself.
    /// - Throws: what is wrong with the text.
    package init(_ text: String) throws(AlertHostFault) {
        let isPrivate = text.hasSuffix(Self.privateMark)
        let name = isPrivate ? String(text.dropLast(Self.privateMark.count)) : text
        guard let address = DeliveryAddress(name.contains("://") ? name : "https://" + name),
            address.path.isEmpty || address.path == "/"
        else { throw AlertHostFault(text: text) }
        origin = address.origin
        if isPrivate {
            addresses = .any
        } else {
            addresses = IPAddress(address.host).map { .only($0) } ?? .publicOnly
        }
    }

    private static let privateMark = "=private"
}

package struct AlertHostFault: Error, Hashable, CustomStringConvertible {
    let text: String

    package var description: String {
        "'\(text.escaped)' is not a host; use a name such as ntfy.sh, http://192.168.1.5:8080 or http://ntfy.lan=private"
    }
}

/// The addresses that a post may go to, whatever its host's name resolves to.
enum AddressRule: Hashable, Sendable {
    case publicOnly
    /// The operator has named this address itself.
    case only(IPAddress)
    /// The operator has named the host as one in a private network.
    case any

    func allows(_ address: IPAddress) -> Bool {
        switch self {
        case .publicOnly: address.isPublic
        case .only(let named): address == named
        case .any: true
        }
    }
}
