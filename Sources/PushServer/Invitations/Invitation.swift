internal import Shared

/// An operator's permission to choose the password of an account.
struct Invitation: Equatable, Sendable {
    let account: Account
    let created: MarketTime
    /// When it was used; nil if it was not.
    let used: MarketTime?

    /// How long it is valid.
    static let lifetime = Duration.seconds(86_400)
    /// How long the server can tell an expired invitation from an unknown one.
    static let memory = Duration.seconds(30 * 86_400)

    /// Why it is no longer valid; nil if it is valid.
    func refusal(at now: MarketTime) -> Close? {
        if used != nil { return .invitationUsed }
        return now > created.adding(Self.lifetime) ? .invitationExpired : nil
    }
}

extension Close {
    static let invitationUnknown = Close(
        .badLogin,
        "The server does not know this invitation; ask its operator for another one."
    )
    static let invitationExpired = Close(
        .badLogin,
        "The invitation was valid for one day and has expired; ask the operator for another one."
    )
    static let invitationUsed = Close(
        .badLogin,
        "The invitation has already been used; log in with the password that was chosen then, or ask the operator for another one."
    )

    static let passwordNeeded = Close(.passwordNeeded, "The invitation is valid; choose a password.")

    static func newPassword(_ fault: PasswordFault) -> Close { Close(.passwordNeeded, "The new password \(fault).") }
}
