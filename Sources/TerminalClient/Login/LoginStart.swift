/// What is known as somebody comes to log in.
struct LoginStart: Equatable, Sendable {
    var server: ServerAddress
    /// Who was signed in before.
    var name = ""
    /// Why it has to be done again.
    var notice: String?
}
