internal import Shared

/// What somebody logs in with, as far as it makes sense by itself.
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
