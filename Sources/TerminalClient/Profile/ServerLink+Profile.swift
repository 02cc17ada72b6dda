extension ServerLink {
    /// Signs in with whatever token the profile has for this user, and keeps there those that take its place: other
    /// windows of the profile do so, too.
    /// - Parameter failed: told why a token could not be kept.
    package func share(_ profile: Profile, of user: String, failed: @escaping (any Error) -> Void) {
        let server = target.address
        storedToken = { (try? profile.login(for: server)).flatMap { $0.isOf(user) ? $0.token : nil } }
        tokenRenewed = { old, new in
            do { try profile.renew(old, as: new, for: server) } catch { failed(error) }
        }
    }
}
