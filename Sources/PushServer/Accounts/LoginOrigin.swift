internal import Shared

/// Where a login comes from, by the strongest thing that it has proved about itself before its password is looked at.
///
/// Each origin has its own throttle, so that guesses from elsewhere cost the owner nothing.
enum LoginOrigin: Hashable, Sendable {
    /// A device that is signed in, or shows a token of this account.
    case device(DeviceID)
    /// A device that shows a token of this account that has expired.
    case formerDevice(TokenHash)
    /// An address, or an IPv6 network of 64 bits, from which this user has signed in before.
    case familiar(HostAddress)
    /// Any other address.
    case stranger(HostAddress)
}

/// What the store has to say about a login before its password is looked at.
struct LoginRecord: Sendable {
    let account: Account
    let password: PasswordHash
    let origin: LoginOrigin
}
