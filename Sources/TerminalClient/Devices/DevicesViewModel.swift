internal import Observation
internal import Shared
internal import TerminalKit

/// Where the user is logged in, as the server knows it, and the question whether one of these devices is to be signed out.
@MainActor
@Observable
final class DevicesViewModel {
    enum Route: Equatable, Sendable {
        case closed
        case help
        case repaint
        case quit
    }

    private enum Order: Sendable {
        case list
        case signOut(Device)
    }

    // MARK: Outputs
    let tabs: TabsViewModel
    private(set) var scroll = Scroll()
    /// What is asked about: it waits for the answer.
    private(set) var asking: Device?
    let routes: AsyncStream<Route>

    /// Nil until the server has answered once.
    private var devices: [Device]?
    /// Why it has not.
    private var problem: String?
    /// Changes when time alone has changed the words.
    private var tick = 0
    private let session: Session
    private let navigate: AsyncStream<Route>.Continuation
    private let orders: (stream: AsyncStream<Order>, continuation: AsyncStream<Order>.Continuation)

    init(session: Session, tabs: TabsViewModel) {
        self.session = session
        self.tabs = tabs
        (routes, navigate) = AsyncStream.makeStream(of: Route.self, bufferingPolicy: .bufferingOldest(8))
        orders = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(8))
    }

    var rows: [DeviceRow] {
        _ = tick
        let time = tabs.clock.date().adding(session.clockOffset())
        return (devices ?? []).map { DeviceRow($0, at: time) }
    }

    private var isLive: Bool { session.state() == .live }
}

// MARK: Words
extension DevicesViewModel {
    var userName: String { tabs.status.userName }
    var count: String { devices.map { Grouping.thousands($0.count) } ?? "" }

    /// What is said in place of a list that is not there.
    var absence: Phrase {
        if let problem { return Phrase(problem, .warning) }
        return isLive
            ? Phrase("Asking the server where you are logged in…", .quiet)
            : Phrase("The list is on the server; it comes once there is a connection.", .quiet)
    }

    /// What is said below the list.
    var note: Phrase {
        if !isLive { return Phrase("As it was when the connection was lost.", .warning) }
        return devices?.count == 1 ? Phrase("You are logged in nowhere else.", .quiet) : Phrase("", .quiet)
    }

    /// The question, and what a yes means.
    var question: [String] {
        guard let asking else { return [] }
        if asking.isOwn {
            return [
                "Sign out this very device?",
                "All its windows leave at once, this one too. The password lets you in again.",
            ]
        }
        let row = DeviceRow(asking, at: asking.used)
        let place = asking.address.isEmpty ? "" : " (\(row.address))"
        return [
            "Sign out \(row.name)\(place)?",
            "Its windows are closed at once. The password lets it in again.",
        ]
    }
}

// MARK: Inputs
extension DevicesViewModel {
    /// Asks whenever there is a connection, and again on request. Cancelling the calling task stops it.
    func appeared() async {
        async let _ = followOrders()
        async let _ = countOn()
        for await isLive in Observations({ self.isLive }) where isLive { orders.continuation.yield(.list) }
    }

    /// - Parameter height: how many rows are seen, so that the selection stays among them.
    func selectionMoved(by rows: Int, height: Int) { select(scroll.selected + rows, height: height) }
    func firstRequested(height: Int) { select(0, height: height) }
    func lastRequested(height: Int) { select(.max / 2, height: height) }
    func rowClicked(_ row: Int, height: Int) { select(row, height: height) }

    func signOutRequested() {
        guard let devices, devices.indices.contains(scroll.selected) else { return }
        asking = devices[scroll.selected]
    }

    func confirmed() {
        guard let device = asking else { return }
        asking = nil
        orders.continuation.yield(.signOut(device))
    }

    func declined() { asking = nil }

    func refreshRequested() {
        tabs.status.retryRequested()
        navigate.yield(.repaint)
        orders.continuation.yield(.list)
    }

    /// One level back: the question, a message, this screen.
    func backPressed() {
        if asking != nil {
            asking = nil
        } else if !tabs.perform(.dismiss) {
            navigate.yield(.closed)
        }
    }

    func helpRequested() { navigate.yield(.help) }
    func quitRequested() { navigate.yield(.quit) }

    /// While something is asked the selection stays.
    private func select(_ row: Int, height: Int) {
        if asking == nil { scroll.select(row, count: devices?.count ?? 0, height: height) }
    }
}

// MARK: The server's answers
extension DevicesViewModel {
    /// One after the other, so that an old list never takes the place of a new one.
    private func followOrders() async {
        for await order in orders.stream {
            switch order {
            case .list: await ask()
            case .signOut(let device): await signOut(device)
            }
        }
    }

    /// Ages are told in hours; a minute is soon enough.
    private func countOn() async {
        while (try? await tabs.clock.sleep(.seconds(60))) != nil { tick += 1 }
    }

    private func ask() async {
        problem = nil
        do throws(AccountProblem) {
            let devices = try await session.account.devices()
            if !Task.isCancelled { show(devices) }
        } catch {
            // A connection that is lost is told as such, and asked again when it is back.
            guard !Task.isCancelled, isLive else { return }
            if devices == nil { problem = error.message } else { session.user.noted(error.message) }
        }
    }

    private func signOut(_ device: Device) async {
        let name = DeviceRow(device, at: device.used).name
        do throws(AccountProblem) {
            show(try await session.account.revoke(device.id))
            tabs.status.noted("signed out \(name)", for: .seconds(10))
        } catch {
            if !Task.isCancelled { session.user.noted("\(name) was not signed out. \(error.message)") }
        }
    }

    /// This one first, then who is there, then the last used. The selection stays on its device.
    private func show(_ answer: [Device]) {
        let sorted = answer.sorted { rank($0) < rank($1) }
        let selected = devices.flatMap { $0.indices.contains(scroll.selected) ? $0[scroll.selected].id : nil }
        let place = sorted.firstIndex { $0.id == selected } ?? scroll.selected
        devices = sorted
        scroll.select(place, count: sorted.count, height: sorted.count)
        if let id = asking?.id, !sorted.contains(where: { $0.id == id }) { asking = nil }
    }

    private func rank(_ device: Device) -> (Int, Int64) {
        (device.isOwn ? 0 : device.isConnected ? 1 : 2, -device.used.milliseconds)
    }
}
