internal import Shared

/// What the app's coordinators need of the world.
@MainActor
struct AppServices {
    /// Told the token of a login with a password.
    typealias TokenArrived = @MainActor ([UInt8]) throws -> Void

    var clock: AppClock
    var browser: Browser
    var keys = Keys()
    /// What this terminal decides for itself.
    var local = LocalStore()
    /// Starts to connect. Throws where the user's own files cannot be used.
    var open: @MainActor (ServerAddress, Hello.Credentials, @escaping TokenArrived) throws -> Session
    /// What this window or another one has logged in with.
    var login: @MainActor (ServerAddress) throws -> StoredLogin?
    var rememberToken: @MainActor (_ token: [UInt8], _ user: String, ServerAddress) throws -> Void
    /// Forgets a token that is worth nothing any more, and none that has taken its place.
    var forgetToken: @MainActor (_ token: [UInt8], ServerAddress) -> Void
    /// Forgets whatever login of a user is stored.
    var forgetLogin: @MainActor (_ user: String, ServerAddress) -> Void
    /// Notes a server's key that the user has confirmed.
    var rememberKey: @MainActor (PublicKeyPin, ServerAddress) throws -> Void
    /// All that is needed once has been done.
    var startEnded: @MainActor () -> Void = {}
    /// Where the confirmed keys are kept, for words that name it.
    var knownServersPath: String
}
