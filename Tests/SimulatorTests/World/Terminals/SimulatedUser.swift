import Shared

@testable import PushServer

/// A user: the account, and the machines on which it is used.
@MainActor
final class SimulatedUser {
    let account: Account
    /// The password that the user remembers.
    var password: String
    let profiles: [SimulatedProfile]

    init(_ account: Account, password: String, machines: Int) {
        (self.account, self.password) = (account, password)
        profiles = (0..<machines).map { SimulatedProfile(address: "192.0.2.\($0 + 1)") }
    }
}

/// The profile of a user on one machine, shared by all terminals there.
@MainActor
final class SimulatedProfile {
    let address: String
    let folder = SimulatedFolder()
    var token: [UInt8]?

    init(address: String) { self.address = address }
}
