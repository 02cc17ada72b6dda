package import Shared

/// How a private server serves the user of this machine who has started it.
package struct LocalTerms: Hashable, Sendable {
    /// The path of its Unix socket, in a folder that only the user may use.
    package var socket: String
    /// The path of the mark. While this file exists, the server stays after its last terminal.
    package var keepMark: String
    /// How long the server stays after its last terminal; nil: until it is told to stop.
    package var linger: Duration?
    /// The only user who may connect.
    package var user = SystemUser.current

    package init(_ place: LocalPlace, linger: Duration?) {
        (socket, keepMark, self.linger) = (place.socket, place.keepMark, linger)
    }

    /// Prices and certificates are judged by the clock, so a clock that is wrong by years is reported at once. After a
    /// battery failure, a clock shows 1970 or the machine's year of manufacture.
    static func checkClock(_ now: MarketTime) throws(ServerError) {
        let year = Int(now.iso8601.prefix(4)) ?? 0
        guard ProductVersion.year...ProductVersion.year + 20 ~= year else { throw .wrongClock(now) }
    }
}
