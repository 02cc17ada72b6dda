internal import Observation
internal import Shared

/// Where the user is logged in, as the server last reported it, and the user's requests to sign devices out. The
/// requests outlive the screen on which they were made, so that the user always learns their outcome.
@MainActor
@Observable
final class DeviceList {
    private enum Demand {
        case quiet
        /// The user has asked for the list, and learns of failures.
        case aloud
    }

    // MARK: Outputs

    /// This device first, then the connected ones, then those used last; nil until the server has answered once.
    private(set) var devices: [Device]?
    /// Why there is no list.
    private(set) var problem: String?

    private let session: Session
    private let status: StatusViewModel
    @ObservationIgnored private var demand: Demand?
    @ObservationIgnored private var requests: [Device] = []
    /// Devices for which the connection was lost between the request and its answer. The next list shows the outcome.
    @ObservationIgnored private var doubtful: [Device] = []
    @ObservationIgnored private let work: AsyncStream<Void>
    @ObservationIgnored private let noteWork: AsyncStream<Void>.Continuation

    init(session: Session, status: StatusViewModel) {
        (self.session, self.status) = (session, status)
        (work, noteWork) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Inputs

    /// Handles requests one after another, so that an old list never replaces a newer one. Runs until the calling task
    /// is cancelled.
    func appeared() async {
        async let _ = settleDoubts()
        for await _ in work {
            while !requests.isEmpty { await signOut(requests.removeFirst()) }
            if let demand {
                self.demand = nil
                await ask(demand)
            }
        }
    }

    /// - Parameter isAloud: whether the user has asked, and so learns of a failure. Several requests become one.
    func listRequested(isAloud: Bool = false) {
        if isAloud { demand = .aloud } else if demand == nil { demand = .quiet }
        noteWork.yield()
    }

    func signOutRequested(_ device: Device) {
        requests.append(device)
        noteWork.yield()
    }
}

// MARK: The server's answers
extension DeviceList {
    private var isLive: Bool { session.state() == .live }

    private func ask(_ demand: Demand) async {
        problem = nil
        do throws(AccountProblem) {
            take(try await session.account.devices())
        } catch {
            // The status line reports a lost connection, and the list is requested again after it.
            guard !Task.isCancelled, isLive else { return }
            if devices == nil {
                problem = error.message
            } else if demand == .aloud {
                session.user.noted(.devicesNotListed(reason: error.message))
            }
        }
    }

    private func signOut(_ device: Device) async {
        do throws(AccountProblem) {
            let answer = try await session.account.revoke(device.id)
            status.noted(.signedOut(device.title))
            take(answer)
        } catch {
            if Task.isCancelled { return }
            guard error == AccountProblem(.lost) else {
                return session.user.noted(.notSignedOut(device: device.title, reason: error.message))
            }
            doubtful.append(device)
            session.user.noted(.signOutInDoubt(device: device.title))
        }
    }

    /// Finds out, as soon as there is a connection, which devices were signed out.
    private func settleDoubts() async {
        for await isLive in Observations({ self.isLive }) where isLive && !doubtful.isEmpty { listRequested() }
    }

    private func take(_ answer: [Device]) {
        devices = answer.sorted { rank($0) < rank($1) }
        for device in doubtful {
            session.user.problemSettled(.signOutInDoubt(device: device.title))
            if answer.contains(where: { $0.id == device.id }) {
                session.user.noted(.signOutLost(device: device.title))
            } else {
                status.noted(.signedOut(device.title))
            }
        }
        doubtful = []
    }

    private func rank(_ device: Device) -> (Int, Int64) {
        (device.isOwn ? 0 : device.isConnected ? 1 : 2, -device.used.milliseconds)
    }
}

extension Device {
    /// The device's name in lists and sentences.
    var title: String { name.isEmpty ? "nameless" : name }
}
