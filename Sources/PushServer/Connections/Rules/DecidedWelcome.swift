internal import NIOCore
internal import Shared

/// A Welcome before it is sent. Only its sender knows the time and the market's epoch.
struct DecidedWelcome {
    let version: UInt32
    let terms: ServerTerms
    var userName = ""
    var token: [UInt8]?
    var lastMutation: UInt64 = 0
    var forgotten: MarketTime?
    /// A node has no table of a user.
    var user = UserPosition(store: 0, version: 0)

    func welcome(at time: MarketTime, in epoch: MarketEpoch) -> Welcome {
        Welcome(
            version: version,
            serverVersion: ProductVersion.current,
            serverTime: time,
            userName: userName,
            token: token,
            epoch: epoch,
            lastMutation: lastMutation,
            forgotten: forgotten,
            limits: terms.limits,
            user: user,
            offers: terms.offers
        )
    }

    func frame(at time: MarketTime, in epoch: MarketEpoch) -> ByteBuffer {
        var frame = ByteBuffer()
        welcome(at: time, in: epoch).write(into: &frame, terms.welcome)
        return frame
    }
}
