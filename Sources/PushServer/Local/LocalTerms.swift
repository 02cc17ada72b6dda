package import Shared

/// How a private server serves the one user of its machine who has started it.
package struct LocalTerms: Hashable, Sendable {
    /// The path of its Unix socket, in a folder of the user's own.
    package var socket: String
    /// While there is a file here, the server stays when the last terminal has gone.
    package var keepMark: String
    /// How long it stays after that; nil: until it is told to stop.
    package var linger: Duration?
    /// Who may come.
    package var user = SystemUser.current

    package init(_ place: LocalPlace, linger: Duration?) {
        (socket, keepMark, self.linger) = (place.socket, place.keepMark, linger)
    }

    /// Prices and certificates are judged by the clock, so one that is wrong by years is told at once. A battery that is empty
    /// shows 1970 or the year in which the machine was made.
    static func checkClock(_ now: MarketTime) throws(ServerError) {
        let year = Int(now.iso8601.prefix(4)) ?? 0
        guard ProductVersion.year...ProductVersion.year + 20 ~= year else { throw .wrongClock(now) }
    }
}
