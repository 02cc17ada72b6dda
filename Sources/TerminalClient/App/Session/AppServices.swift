internal import Shared

/// What the app's coordinators need from outside.
@MainActor
struct AppServices {
    /// Is called with the token when a login with a password has succeeded.
    typealias TokenArrived = @MainActor ([UInt8]) throws -> Void

    var clock: AppClock
    var browser: Browser
    var keys = Keys()
    /// This terminal's own settings.
    var local = LocalStore()
    /// Starts to connect. Throws if the user's files cannot be used.
    var open: @MainActor (ServerAddress, Hello.Credentials, @escaping TokenArrived) throws -> Session
    /// The login that this window or another one has stored.
    var login: @MainActor (ServerAddress) throws -> StoredLogin?
    var rememberToken: @MainActor (_ token: [UInt8], _ user: String, ServerAddress) throws -> Void
    /// Forgets a token that is no longer valid, but not another one that has replaced it.
    var forgetToken: @MainActor (_ token: [UInt8], ServerAddress) -> Void
    /// Forgets any stored login of a user.
    var forgetLogin: @MainActor (_ user: String, ServerAddress) -> Void
    /// Stores a server's key that the user has confirmed.
    var rememberKey: @MainActor (PublicKeyPin, ServerAddress) throws -> Void
    /// Is called when the work of the start is done.
    var startEnded: @MainActor () -> Void = {}
    /// The path of the file with the confirmed keys, for texts that name it.
    var knownServersPath: String
}
