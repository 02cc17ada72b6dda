internal import Logging
internal import Shared

extension Accounts {
    /// The secret lets its holder choose the password, and signs the holder in. Guesses are throttled like wrong
    /// passwords, but for each address only. 128 random bits need no limit that all strangers share, and such a limit
    /// would let one stranger keep others from joining.
    ///
    /// The invitation is judged before the password, so that nobody chooses one for nothing.
    /// - Parameter shown: a token that the device got before, of any account.
    func signIn(
        invitation secret: [UInt8],
        _ password: String,
        showing shown: TokenHash?,
        device: String,
        from visitor: Visitor
    ) async throws -> SignIn {
        let hash = TokenHash(bytes: SHA256.hash(secret))
        if let refusal = try await invitation(hash, from: visitor).refusal(at: now()) { throw refusal }
        if password.isEmpty { throw Close.passwordNeeded }
        if let fault = PasswordFault(of: password) { throw Close.newPassword(fault) }
        let chosen = try await hashing.run { [cost] in try PasswordHash(password: password, cost: cost) }
        let token = AccessToken.random()
        // Two visitors may use it at the same time.
        guard
            let (account, device, signedInBy) = try await store.redeem(
                hash,
                password: chosen,
                device: device.visible,
                token.hash,
                showing: shown,
                at: visitor.address
            )
        else { throw Close.invitationUsed }
        return SignIn(account: account, device: device, tokenHash: signedInBy, newToken: token)
    }

    private func invitation(_ hash: TokenHash, from visitor: Visitor) async throws -> Invitation {
        let attempt = LoginThrottle.Attempt(name: .invitation, origin: .familiar(HostAddress(visitor.address)))
        try await demandNoWait(for: attempt)
        let ticket = try await began(attempt)
        let known: Invitation?
        do { known = try await store.invitation(hash) } catch {
            await withdrew(ticket)
            throw error
        }
        guard let known else {
            logger.notice("unknown invitation", metadata: visitor.metadata)
            throw Close(.badLogin, Close.invitationUnknown.message, retryAfter: ticket.wait)
        }
        // This is no guess, but it forgives none either: a link that can be shown again and again would reset the count.
        await withdrew(ticket)
        return known
    }
}

extension UserName {
    /// Represents all invitations when guesses are counted. No name can contain this character.
    fileprivate static let invitation = UserName(stored: "?invitation")
}
