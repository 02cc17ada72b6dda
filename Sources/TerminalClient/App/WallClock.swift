internal import PlatformKit
internal import Shared

/// The clock for times on the screen: this machine's time zone, or UTC.
struct WallClock: Sendable {
    /// How a zone differs from UTC at one moment. Summer time changes both fields.
    struct Offset: Equatable, Sendable {
        let seconds: Int64
        /// `CEST`, `UTC`, `+0545`.
        let zone: String
    }

    let offset: @Sendable (MarketTime) -> Offset

    /// The moment as this clock shows it: a time whose UTC fields are the ones to display. Use it only for text, and
    /// compute differences from the moments themselves.
    func reading(_ time: MarketTime) -> MarketTime { time.adding(seconds: offset(time).seconds) }

    func zone(at time: MarketTime) -> String { offset(time).zone }
}

extension WallClock {
    static let utc = WallClock { _ in Offset(seconds: 0, zone: "UTC") }

    /// The zone that TZ names, or else /etc/localtime.
    static let local = WallClock { time in
        // Times that the calendar functions cannot handle get no zone.
        var seconds = time_t(clamping: time.milliseconds / 1000)
        var fields = tm()
        guard localtime_r(&seconds, &fields) != nil else { return Offset(seconds: 0, zone: "UTC") }
        return Offset(seconds: Int64(fields.tm_gmtoff), zone: fields.tm_zone.map { String(cString: $0) } ?? "UTC")
    }
}

/// Which clock to show times by: a line of the configuration file.
package enum TimeChoice: String, CaseIterable, Sendable {
    case local
    case utc

    var title: String {
        switch self {
        case .local: "local"
        case .utc: "UTC"
        }
    }
}

extension AppClock {
    /// The clock for times on this terminal.
    func wall(_ times: TimeChoice) -> WallClock { times == .utc ? .utc : local }
}
