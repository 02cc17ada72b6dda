internal import Shared

extension Close {
    static let signedOut = Close(.signedOut, "This terminal is signed out; log in again.")
    static let unavailable = Close(
        .unavailable,
        "The server cannot read its accounts at the moment.",
        retryAfter: .seconds(5)
    )
    static let busy = Close(.unavailable, "Too many are logging in at the moment.", retryAfter: .seconds(2))
    static let tooManyTerminals = Close(
        .tooManyConnections,
        "You have as many terminals connected as the server takes; close one.",
        retryAfter: .seconds(30)
    )
    static let restored = Close(
        .goingAway,
        "The server's database was restored from a backup.",
        retryAfter: .seconds(2)
    )
    static let replaced = Close(
        .replaced,
        "Another connection came with the same client id; there may be one at a time."
    )
    static let badLogin = Close(.badLogin, "Name or password is wrong.")
}
