internal import NIOCore
internal import Shared

/// Decides which log lines report connections that were closed because they broke the protocol. Each address gets at
/// most one line a minute, with a count, so a flood of frames does not flood the log. Knows neither clock nor logger.
struct CloseLog: Sendable {
    /// One connection that was closed.
    struct Event: Hashable, Sendable {
        /// A close code of docs/PROTOCOL.md, or another reason for the end.
        var code: String
        var reason: String
        var address: String
        /// Nil for a client that has not signed in.
        var account: AccountID?
        var device: DeviceID?
    }

    struct Line: Hashable, Sendable {
        /// The last event. It states the user and the device only if all events of the line share them.
        private(set) var event: Event
        /// The counts of all events that no earlier line has reported.
        private(set) var codes: [String: Int]

        init(_ event: Event) { (self.event, codes) = (event, [event.code: 1]) }

        var count: Int { codes.values.reduce(0, +) }

        mutating func add(_ next: Event) {
            let (account, device) = (event.account, event.device)
            event = next
            if event.account != account { event.account = nil }
            // Device numbers are unique across accounts.
            if event.device != device { event.device = nil }
            codes[next.code, default: 0] += 1
        }
    }

    /// How many addresses get lines of their own within a minute. Events from further addresses are reported together
    /// as "others".
    static let addressesMax = 200
    static let others = "others"
    static let interval = TimeAmount.minutes(1)

    private struct Minute {
        var end: NIODeadline
        var untold: Line?
    }

    private var minutes: [String: Minute] = [:]

    /// - Returns: a line for an address's first event. Further events within a minute are counted, and `due` reports
    ///   them.
    mutating func closed(_ event: Event, at now: NIODeadline) -> Line? {
        let isOneMore = minutes[HostAddress(event.address).text] != nil || minutes.count < Self.addressesMax
        var event = event
        if !isOneMore { event.address = Self.others }
        let key = isOneMore ? HostAddress(event.address).text : Self.others
        guard let minute = minutes[key] else {
            minutes[key] = Minute(end: now + Self.interval)
            return Line(event)
        }
        if minute.untold == nil { minutes[key]?.untold = Line(event) } else { minutes[key]?.untold?.add(event) }
        return nil
    }

    /// Returns the lines of all minutes that are over. Each address with a line begins another minute; an address with
    /// nothing to report is forgotten.
    mutating func due(at now: NIODeadline) -> [Line] {
        var lines: [Line] = []
        for (key, minute) in minutes where minute.end <= now {
            if let line = minute.untold { lines.append(line) }
            minutes[key] = minute.untold.map { _ in Minute(end: now + Self.interval) }
        }
        return lines.sorted { $0.event.address < $1.event.address }
    }

    /// Returns all unreported events, even if their minutes are not over.
    mutating func rest() -> [Line] {
        defer { minutes = [:] }
        return minutes.values.compactMap(\.untold).sorted { $0.event.address < $1.event.address }
    }
}
