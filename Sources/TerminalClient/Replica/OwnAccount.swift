package import Shared

/// Requests that concern the user's own account: the devices that are signed in, and the password.
@MainActor
package final class OwnAccount {
    private let requests = NumberedRequests<Result<[Device], AccountProblem>>()

    package init() {}

    var isAwaiting: Bool { requests.isAwaiting }

    // MARK: Inputs. Each returns the devices as they are afterwards, the last used first.

    package func devices() async throws(AccountProblem) -> [Device] { try await ask(.listDevices) }

    /// Signs a device out at once. Signing out this device ends the connection, perhaps before the answer.
    package func revoke(_ device: DeviceID) async throws(AccountProblem) -> [Device] { try await ask(.revoke(device)) }

    package func changePassword(
        from current: String,
        to new: String,
        revokingOthers: Bool
    ) async throws(AccountProblem) -> [Device] {
        try await ask(.changePassword(current: current, new: new, revokesOthers: revokingOthers))
    }

    /// Removes the account for good, which ends the connection.
    package func delete(password: String) async throws(AccountProblem) {
        _ = try await ask(.delete(password: password))
    }

    private func ask(_ request: AccountRequest) async throws(AccountProblem) -> [Device] {
        switch await requests.ask({ .accountRequest(number: $0, request) }) {
        case .success(let answer): return try answer.get()
        case .failure(let absence): throw AccountProblem(absence)
        }
    }

    // MARK: Connection

    func connected(send: @escaping (ClientFrame) -> Void) { requests.connected(send: send) }
    func disconnected() { requests.disconnected() }
    func receive(_ number: UInt32, _ answer: Result<[Device], AccountProblem>) { requests.receive(number, answer) }
}

extension AccountProblem {
    init(_ absence: NoAnswer) { self.init(absence.description) }
}
