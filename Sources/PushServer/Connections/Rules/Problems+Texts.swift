internal import Shared

extension AccountProblem {
    static let passwordChanged = AccountProblem(
        "The password has changed in the meantime; nothing was done. Log in with the new one."
    )
    static let wrongPassword = AccountProblem("The current password is wrong.")
    static let unknownRequest = AccountProblem("The server does not know this request; it is older than this client.")
    static let tooManyRequests = AccountProblem("Too many requests at once; try again.")

    static func noDevice(_ device: DeviceID) -> Self {
        Self("You have no device number \(device.rawValue).")
    }

    static func newPassword(_ fault: PasswordFault) -> Self { Self("The new password \(fault).") }
}

extension AnswerProblem {
    static let noMarket = AnswerProblem(message: "This server has no market at the moment; try again.")
    static let tooManyRequests = AnswerProblem(message: "Too many requests at once; try again.")

    static func noCoin(_ coin: CoinID) -> Self { Self(message: "The market has no coin \(coin).") }
}
