import Shared

@testable import PushServer

/// The maximum cost of one terminal for the server, whatever it does.
@MainActor
struct BoundRules {
    let limits: SessionLimits
    /// The bytes that may come before the connection stops taking more: two frames, in this world.
    private static let iconBytesMax = 2 * CoinIcon.bytesMax

    func check(_ server: SimulatedServer) throws {
        let clients = server.terminals.map(\.client)
        if Set(clients).count < clients.count { throw Violation("a client has two connections") }
        for end in server.ends { try check(end) }
    }

    private func check(_ end: SimulatedConnection) throws {
        let market = end.outgoing.count { $0.isMarket }
        if market > 1 { throw Violation("\(market) market frames wait for one terminal") }
        let user = end.outgoing.count(where: \.isUser)
        if user > 1 { throw Violation("\(user) frames of the user's table wait for one terminal") }
        let iconBytes = end.outgoing.reduce(0) { $0 + $1.iconBytes }
        if iconBytes > Self.iconBytesMax { throw Violation("\(iconBytes) bytes of icons wait for one terminal") }
        if end.value.user.results.count > limits.mutationsInFlight {
            throw Violation("\(end.value.user.results.count) results wait for one terminal")
        }
        if end.outgoing.count(where: \.isPong) > 1 { throw Violation("several pongs wait for one terminal") }
        let framesMax =
            limits.mutationsInFlight + PendingRequests.detailsMax + PendingRequests.accountRequestsMax + 8
        if end.outgoing.count > framesMax {
            throw Violation("\(end.outgoing.count) frames wait for one terminal")
        }
    }
}

extension ServerFrame {
    fileprivate var isPong: Bool {
        if case .pong = self { true } else { false }
    }

    fileprivate var iconBytes: Int {
        if case .icon(_, let icon) = self { icon?.png.count ?? 0 } else { 0 }
    }
}
