internal import Shared

/// A device in the words of the list.
struct DeviceRow: Equatable, Sendable {
    let name: String
    /// When the device was last connected.
    let seen: String
    /// The same in short.
    let seenShort: String
    let address: String
    /// When it was logged in.
    let since: String
    let isOwn: Bool
    let isConnected: Bool

    /// - Parameters:
    ///   - time: the server's time.
    ///   - clock: the clock for the time of the login.
    init(_ device: Device, at time: MarketTime, by clock: WallClock) {
        name = device.title
        address = device.address.isEmpty ? QuoteRow.none : device.address
        // With the time of day, because nothing else distinguishes two logins of one day.
        since = String(clock.reading(device.created).dateAndClockText.prefix(16))
        (isOwn, isConnected) = (device.isOwn, device.isConnected)
        let age = time.elapsed(since: device.used)
        switch (device.isOwn, device.isConnected) {
        case (true, _): (seen, seenShort) = ("now, this one", "this one")
        case (false, true): (seen, seenShort) = ("now", "now")
        // The server records a use to the hour.
        case (false, false) where age < .seconds(3600): (seen, seenShort) = ("within the hour", "< 1 h")
        case (false, false): (seen, seenShort) = ("\(AgeText.words(age)) ago", AgeText.words(age))
        }
    }
}
