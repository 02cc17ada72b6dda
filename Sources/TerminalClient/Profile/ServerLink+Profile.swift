extension ServerLink {
    /// Signs in with the token that the profile has for this user, and stores the tokens that replace it. Other windows
    /// of the profile do the same.
    /// - Parameter failed: is told why a token could not be stored.
    package func share(_ profile: Profile, of user: String, failed: @escaping (any Error) -> Void) {
        let server = target.address
        storedToken = { (try? profile.login(for: server)).flatMap { $0.isOf(user) ? $0.token : nil } }
        tokenRenewed = { old, new in
            do { try profile.renew(old, as: new, for: server) } catch { failed(error) }
        }
    }
}
