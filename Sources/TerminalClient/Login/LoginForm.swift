internal import Shared

/// A server, name and password that can be tried.
struct LoginForm: Equatable, Sendable {
    enum Field: Int, CaseIterable, Sendable {
        case server
        case name
        case password

        var title: String {
            switch self {
            case .server: "Server"
            case .name: "Name"
            case .password: "Password"
            }
        }
    }

    var server: ServerAddress
    var name: String
    var password: String

    var credentials: Hello.Credentials { .password(name: name, password: password) }
}

/// The reason why nothing was sent to the server.
enum LoginFault: Hashable, Sendable, CustomStringConvertible {
    case missing(LoginForm.Field)
    case badServer(ServerAddressFault)
    case passwordTooLong
    /// After too many wrong passwords, the server has not looked at this one.
    case passwordNotChecked
    /// The user does not trust the server's key.
    case keyRefused

    var description: String {
        switch self {
        case .missing(let field): "\(field.title) is missing."
        case .badServer(let error): error.description.asSentence
        case .passwordTooLong:
            "A password has at most \(Grouping.thousands(Hello.Credentials.passwordBytesMax)) bytes; this one has more."
        case .passwordNotChecked: "Too many wrong passwords: this one was not checked, and stays in its field."
        case .keyRefused: "The server's key was not accepted, so nothing was sent to it."
        }
    }
}
