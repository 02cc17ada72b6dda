internal import Observation
internal import Shared

/// Where the user is logged in, as the server knows it, and the question whether to sign one of these devices out.
@MainActor
@Observable
final class DevicesViewModel: RowsScreenModel {
    /// Everything that the rows depend on.
    private struct Inputs: Equatable {
        var devices: [Device]
        /// The minute of the server's time, because ages are shown in minutes.
        var minute: Int64
        var times: TimeChoice
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    let exits = Exits<Never>()

    var selection = RowSelection<DeviceID>()
    private var askingID: DeviceID?
    /// Changes when only the passing of time has changed the words.
    private var tick = 0
    private let derived = Derived<Inputs, [DeviceRow]>([])
    private let session: Session

    init(session: Session, tabs: TabsViewModel) {
        (self.session, self.tabs) = (session, tabs)
        refresh()
    }

    func refresh() {
        _ = tick
        let time = session.serverTime(by: tabs.clock)
        let (devices, wall) = (devices, tabs.wall)
        let inputs = Inputs(
            devices: devices,
            minute: time.milliseconds / 60_000,
            times: tabs.local.settings.times
        )
        derived.follow(inputs) { devices.map { DeviceRow($0, at: time, by: wall) } }
    }

    var rows: [DeviceRow] { derived.value }
    /// How often the rows were made.
    var makings: Int { derived.makings }
    /// The list may have changed since it was requested.
    var canRetry: Bool { true }
    /// The selection stays while a question is open.
    var isSelectable: Bool { asking == nil }

    /// The device that the question is about; nil if the device is gone.
    var asking: Device? { devices.first { $0.id == askingID } }

    private var devices: [Device] { tabs.devices.devices ?? [] }
    private var isLive: Bool { session.state() == .live }
}

// MARK: Words
extension DevicesViewModel {
    var link: DeepLink? { .devices }
    var userName: String { tabs.status.userName }
    /// The time zone of the shown times.
    var zone: String { tabs.wall.zone(at: tabs.clock.date()) }
    var count: String { tabs.devices.devices.map { Grouping.thousands($0.count) } ?? "" }

    /// The words in place of a missing list.
    var absence: Phrase {
        if let problem = tabs.devices.problem { return Phrase(problem, .warning) }
        return Phrase((isLive ? DevicesAbsence.loading : .offline).text, .quiet)
    }

    /// The words below the list.
    var note: Phrase {
        if !isLive { return DevicesNote.old.phrase }
        return devices.count == 1 ? DevicesNote.noOther.phrase : Phrase("", .quiet)
    }

    var question: Question? {
        asking.map { $0.isOwn ? .signOutHere : .signOut(device: $0.title, address: $0.address) }
    }
}

// MARK: Inputs
extension DevicesViewModel {
    /// Requests the list with each connection, and every few seconds while the screen is shown. Cancelling the calling
    /// task stops it.
    func appeared() async {
        async let _ = countOn()
        for await isLive in Observations({ self.isLive }) where isLive { tabs.devices.listRequested() }
    }

    /// Requests the list again and again, because devices log in, connect and disconnect at any time.
    private func countOn() async {
        while (try? await tabs.clock.sleep(.seconds(5))) != nil {
            tick += 1
            if isLive { tabs.devices.listRequested() }
        }
    }

    func signOutRequested() { askingID = selectedID }

    func confirmed() {
        guard let device = asking else { return }
        askingID = nil
        tabs.devices.signOutRequested(device)
    }

    func declined() { askingID = nil }
    func answerRequested() { tabs.devices.listRequested(isAloud: true) }
}

/// A column of the user's devices.
enum DeviceColumn: TableColumn {
    case mark, id, seen, address, name, since

    /// The columns that a command prints.
    static let plain: [Self] = [.mark, .id, .seen, .address, .name]

    var title: String {
        switch self {
        case .mark: ""
        case .id: "ID"
        case .seen: "Last seen"
        case .address: "Address"
        case .name: "Name"
        case .since: "Logged in"
        }
    }

    /// For a narrow screen.
    var shortTitle: String { self == .seen ? "Seen" : title }
    var plainTitle: String { title(in: self == .seen || self == .since ? "UTC" : nil).uppercased() }
    var isOnTheRight: Bool { self == .id }
}

/// A device in the words of the list.
struct DeviceRow: Identifiable, Equatable, Sendable {
    let id: DeviceID
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
        (id, name) = (device.id, device.title)
        address = device.address.isEmpty ? QuoteRow.none : device.address
        // With the time of day, because nothing else distinguishes two logins of one day.
        since = String(clock.reading(device.created).dateAndClockText.prefix(16))
        (isOwn, isConnected) = (device.isOwn, device.isConnected)
        let age = time.elapsed(since: device.used)
        switch (device.isOwn, device.isConnected) {
        case (true, _): (seen, seenShort) = ("now, this one", "this one")
        case (false, true): (seen, seenShort) = ("now", "now")
        // The server keeps the beginning of the hour of a use, so the use itself may be an hour later.
        case (false, false) where age < .seconds(3600): (seen, seenShort) = ("within the hour", "< 1 h")
        case (false, false) where age < .seconds(7200): (seen, seenShort) = ("within 2 hours", "< 2 h")
        case (false, false): (seen, seenShort) = ("\(DurationText.words(age)) ago", DurationText.words(age))
        }
    }
}

/// The words in place of devices.
enum DevicesAbsence: AbsenceWords {
    case loading
    case offline

    var lines: [String] {
        switch self {
        case .loading: ["Loading your devices…"]
        case .offline: ["Your devices appear here once there is a connection."]
        }
    }
}
