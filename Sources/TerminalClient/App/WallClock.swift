internal import Shared

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The clock that screens tell times by: that of this machine's zone, or UTC.
struct WallClock: Sendable {
    /// How a zone differs from UTC at one moment; summer time changes both.
    struct Offset: Equatable, Sendable {
        let seconds: Int64
        /// `CEST`, `UTC`, `+0545`.
        let zone: String
    }

    let offset: @Sendable (MarketTime) -> Offset

    /// What this clock shows at a moment: a time whose UTC fields are the ones to write. Use it only for text; compute
    /// differences from the moments themselves.
    func reading(_ time: MarketTime) -> MarketTime { time.adding(seconds: offset(time).seconds) }

    func zone(at time: MarketTime) -> String { offset(time).zone }
}

extension WallClock {
    static let utc = WallClock { _ in Offset(seconds: 0, zone: "UTC") }

    /// As TZ, or else /etc/localtime, says.
    static let local = WallClock { time in
        // Beyond what a calendar can tell there are no zones.
        var seconds = time_t(clamping: time.milliseconds / 1000)
        var fields = tm()
        guard localtime_r(&seconds, &fields) != nil else { return Offset(seconds: 0, zone: "UTC") }
        return Offset(seconds: Int64(fields.tm_gmtoff), zone: fields.tm_zone.map { String(cString: $0) } ?? "UTC")
    }
}

/// Which clock that is: a line of the configuration file.
package enum TimeChoice: String, CaseIterable, Sendable {
    case local
    case utc
}

extension AppClock {
    /// The clock that this terminal tells times by.
    func wall(_ times: TimeChoice) -> WallClock { times == .utc ? .utc : local }
}
