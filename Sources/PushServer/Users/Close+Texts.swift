internal import Shared

extension Close {
    static let signedOut = Close(.signedOut, "This terminal is signed out; log in again.")
    static let unavailable = Close(
        .unavailable,
        "The server cannot read its accounts at the moment.",
        retryAfter: .seconds(5)
    )
    static let badLogin = Close(.badLogin, "Name or password is wrong.")
}
