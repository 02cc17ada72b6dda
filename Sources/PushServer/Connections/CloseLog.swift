internal import NIOCore
internal import Shared

/// Which lines the log gets about connections that were closed because they broke the protocol: at most one for each address
/// and minute, with a count, so that a flood of frames is no flood of lines. Knows neither clock nor logger.
struct CloseLog: Sendable {
    /// One connection that was closed.
    struct Event: Hashable, Sendable {
        /// A number of docs/PROTOCOL.md, or what else ended the connection.
        var code: String
        var reason: String
        var address: String
        /// Nil for one who has not signed in.
        var account: AccountID?
        var device: DeviceID?
    }

    struct Line: Hashable, Sendable {
        /// The last one, with the user and the device only if all events of the line have the same.
        private(set) var event: Event
        /// Of all events that no earlier line has told.
        private(set) var codes: [String: Int]

        init(_ event: Event) { (self.event, codes) = (event, [event.code: 1]) }

        var count: Int { codes.values.reduce(0, +) }

        mutating func add(_ next: Event) {
            let (account, device) = (event.account, event.device)
            event = next
            if event.account != account { event.account = nil }
            // Devices have numbers of their own, whosever they are.
            if event.device != device { event.device = nil }
            codes[next.code, default: 0] += 1
        }
    }

    /// Addresses that get lines of their own within a minute; what comes from more is told as one, "others".
    static let addressesMax = 200
    static let others = "others"
    static let interval = TimeAmount.minutes(1)

    private struct Minute {
        var end: NIODeadline
        var untold: Line?
    }

    private var minutes: [String: Minute] = [:]

    /// - Returns: a line for the first one of an address. Those that follow within a minute are counted, and `due` tells of them.
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

    /// The lines of all minutes that are over. With each begins another minute; an address of which there is nothing to tell is
    /// forgotten.
    mutating func due(at now: NIODeadline) -> [Line] {
        var lines: [Line] = []
        for (key, minute) in minutes where minute.end <= now {
            if let line = minute.untold { lines.append(line) }
            minutes[key] = minute.untold.map { _ in Minute(end: now + Self.interval) }
        }
        return lines.sorted { $0.event.address < $1.event.address }
    }

    /// All that is untold, whenever its minute ends.
    mutating func rest() -> [Line] {
        defer { minutes = [:] }
        return minutes.values.compactMap(\.untold).sorted { $0.event.address < $1.event.address }
    }
}
