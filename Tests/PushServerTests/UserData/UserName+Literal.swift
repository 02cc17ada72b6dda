@testable import PushServer

extension UserName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let name = UserName(text) else { preconditionFailure("'\(text)' cannot be a user name") }
        self = name
    }
}
