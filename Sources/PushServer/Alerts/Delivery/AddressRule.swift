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
