/// What the login screen knows at its start.
struct LoginStart: Equatable, Sendable {
    var server: ServerAddress
    /// The user who was signed in before.
    var name = ""
    /// Why the user has to log in again.
    var notice: String?
}
