internal import Shared

/// The texts that a user reads when the server ends the connection.
extension Close {
    // MARK: The server
    static let restored = Close(
        .goingAway,
        "The server's database was replaced: a backup was restored, or a standby took over.",
        retryAfter: .seconds(2)
    )
    static let full = Close(
        .tooManyConnections,
        "The server has reached its limit of connections.",
        retryAfter: .seconds(10)
    )
    static let unavailable = Close(
        .unavailable,
        "The server cannot use its accounts at the moment; try again.",
        retryAfter: .seconds(5)
    )
    static let busy = Close(.unavailable, "Too many users are logging in at the moment.", retryAfter: .seconds(2))

    static let behind = Close(
        .goingAway,
        "This node has no current prices; another node may have them.",
        retryAfter: .seconds(1)
    )

    static let drained = Close(.goingAway, "This node is being drained; another one takes over its terminals.")

    static func stopping(returnSpread: Duration) -> Close {
        Close(.goingAway, "The server is being stopped or restarted.", retryAfter: returnSpread)
    }

    // MARK: The user
    static let signedOut = Close(.signedOut, "This terminal is signed out; log in again.")
    static let badLogin = Close(.badLogin, "Name or password is wrong.")
    static let notLocal = Close(.badLogin, "This server is not private to this machine; log in with name and password.")
    static let tooManyConnections = Close(
        .tooManyConnections,
        "You have as many terminals connected as the server allows; close one.",
        retryAfter: .seconds(30)
    )

    static func tooManyLogins(_ wait: Duration) -> Close {
        let seconds = wait.components.seconds + 1
        return Close(
            .tooManyLogins,
            "Too many wrong passwords; try again in \(seconds) s.",
            retryAfter: .seconds(seconds)
        )
    }

    // MARK: The client
    static let replaced = Close(
        .replaced,
        "Another connection has the same client id; only one at a time is allowed."
    )
    static let noHello = Close(.helloTimeout, "No hello came in time.", retryAfter: .seconds(1))
    static let silent = Close(.silent, "The server heard nothing from this client.", retryAfter: .seconds(2))

    /// - Parameter frame: the frame's name.
    static func outOfPlace(_ frame: String) -> Close {
        Close(.badFrame, "No \(frame) is allowed at this point of the session.")
    }

    static func tooFast(_ what: String) -> Close {
        Close(.tooFast, "This client sends more \(what) in a second than the server allows.", retryAfter: .seconds(5))
    }

    static func tooManyMutations(limit: Int) -> Close {
        Close(.tooManyMutations, "More than \(limit) changes are unanswered.", retryAfter: .seconds(1))
    }

    static func unsupportedVersion(own: ClosedRange<UInt32>, offered: ClosedRange<UInt32>) -> Close {
        Close(
            .unsupportedVersion,
            """
            This server speaks protocol \(own.lowerBound) to \(own.upperBound), the client \(offered.lowerBound) \
            to \(offered.upperBound); update the older of the two.
            """
        )
    }
}
