internal import Shared

/// The origin of a login: the strongest evidence that it shows before its password is checked.
///
/// Each origin has its own throttle, so guesses from elsewhere do not delay the owner.
enum LoginOrigin: Hashable, Sendable {
    /// A device that is signed in or shows a valid token of this account.
    case device(DeviceID)
    /// A device that shows an expired token of this account.
    case formerDevice(TokenHash)
    /// An address, or an IPv6 network of 64 bits, from which this user has signed in before.
    case familiar(HostAddress)
    /// Any other address.
    case stranger(HostAddress)
}

/// What the store knows about a login before its password is checked.
struct LoginRecord: Sendable {
    let account: Account
    let password: PasswordHash
    let origin: LoginOrigin
}
