internal import Shared

extension TokenHash {
    /// Represents this machine in a private server's list of devices. No known token has this hash.
    static let local = TokenHash(bytes: [UInt8](repeating: 0, count: 32))
}

extension UserName {
    /// The only user of a private server.
    static let local = UserName(stored: "local")
}

/// The only account of a private server, made at the first sign-in. It has no password and one device, which is this
/// machine.
struct LocalAccount {
    let store: any UserStore
    let cost: ScryptCost

    /// Call it only once at a time.
    func signIn(device name: String) async throws -> Accounts.SignIn {
        if let standing = try await store.standing(of: .local) { return signIn(standing.account, standing.device) }
        let (account, password) = try await account()
        // The device may have expired without being swept.
        try await store.forget([.local])
        let (device, _, _) = try await store.addDevice(
            name.visible,
            .local,
            of: account.id,
            showing: nil,
            provenBy: password,
            at: Visitor.localAddress
        )
        return signIn(account, device)
    }

    private func signIn(_ account: Account, _ device: DeviceID) -> Accounts.SignIn {
        Accounts.SignIn(account: account, device: device, tokenHash: .local, newToken: nil)
    }

    private func account() async throws -> (Account, PasswordHash) {
        if let known = try await store.account(named: .local) { return known }
        let password = PasswordHash.decoy(cost: cost)
        return (try await store.addAccount(named: .local, password: password), password)
    }
}
