import Shared

@testable import PushServer

/// Logins and requests about accounts, as in `Accounts`, but passwords are compared and not hashed.
@MainActor
final class SimulatedDoor {
    private let database: SimulatedDatabase
    private let newToken: () -> AccessToken
    private let signedOut: (Set<DeviceID>) -> Void
    private var throttle = LoginThrottle()

    init(
        _ database: SimulatedDatabase,
        newToken: @escaping () -> AccessToken,
        signedOut: @escaping (Set<DeviceID>) -> Void
    ) {
        (self.database, self.newToken, self.signedOut) = (database, newToken, signedOut)
    }

    func signIn(
        _ credentials: Hello.Credentials,
        device: String,
        address: String,
        at time: MarketTime
    ) throws -> Result<Accounts.SignIn, Close> {
        switch credentials {
        case .token(let bytes): return try signIn(AccessToken(bytes: bytes), at: time)
        case .password(let name, let password, let formerToken):
            guard let name = UserName(name) else { return .failure(.badLogin) }
            let shown = formerToken.map { AccessToken(bytes: $0).hash }
            return try signIn(name, password, showing: shown, device: device, address: address, at: time)
        case .local: return .failure(.notLocal)
        case .invitation: return .failure(.invitationUnknown)
        case .node: throw Violation("a node signs in as a user")
        }
    }

    private func signIn(
        _ token: AccessToken,
        at time: MarketTime
    ) throws -> Result<Accounts.SignIn, Close> {
        try database.devices(at: time) { devices in
            guard let standing = try devices.standing(of: token.hash) else { return .failure(.signedOut) }
            var newer: AccessToken?
            if standing.isRenewalDue {
                let made = newToken()
                newer = made
                try devices.renew(token.hash, as: made.hash)
            }
            let (account, device) = (standing.account, standing.device)
            return .success(.init(account: account, device: device, tokenHash: token.hash, newToken: newer))
        }
    }

    private func signIn(
        _ name: UserName,
        _ password: String,
        showing token: TokenHash?,
        device: String,
        address: String,
        at time: MarketTime
    ) throws -> Result<Accounts.SignIn, Close> {
        let origin = try database.origin(of: name, from: HostAddress(address), showing: token, at: time)
        let attempt = LoginThrottle.Attempt(name: name, origin: origin)
        if throttle.wait(for: attempt, at: time) != nil { return .failure(Close(.tooManyLogins, "Wait.")) }
        let ticket = throttle.began(attempt, at: time)
        guard let account = try database.account(named: name, password: password) else { return .failure(.badLogin) }
        throttle.succeeded(ticket)
        let token = newToken()
        let (device, evicted) = try database.devices(at: time) {
            try $0.add(device, token.hash, of: account.id, at: address)
        }
        if !evicted.isEmpty { signedOut(evicted) }
        return .success(.init(account: account, device: device, tokenHash: token.hash, newToken: token))
    }

    /// - Returns: the devices that the request signed out.
    func perform(
        _ request: AccountRequest,
        of account: Account,
        on own: DeviceID,
        at time: MarketTime
    ) throws -> Result<Set<DeviceID>, AccountProblem> {
        try database.devices(at: time) { devices in
            switch request {
            case .revoke(let device): return .success(try devices.revoke(device, of: account.id) ? [device] : [])
            case .changePassword(let current, let new, let revokesOthers):
                guard try database.account(named: account.name, password: current) != nil else {
                    return .failure(AccountProblem("The current password is wrong."))
                }
                try database.setPassword(new, of: account.id)
                return .success(revokesOthers ? try devices.revokeAll(of: account.id, but: own) : [])
            // These histories do not add or delete accounts.
            case .listDevices, .delete, .unknown: return .success([])
            }
        }
    }
}
