internal import Shared

/// How a server takes part in a fleet.
struct FleetMembership: Sendable {
    let lease: any LeaseStore
    let credentials: any NodeCredentialStore
    /// Where other nodes reach this one; nil: where it listens. Port 0 means the port at which it listens.
    var address: ServerConfiguration.Endpoint?
    /// Nodes to follow rather than the leader. Asked before each connection, because keys are renewed.
    var preferred: @Sendable () -> [NodeAddress] = { [] }
    /// The process's random id.
    var id = NodeID.random()

    /// The address and key that other nodes find in the lease row.
    func holder(listeningAt listen: ServerConfiguration.Endpoint, showing pin: PublicKeyPin) -> LeaseHolder {
        var address = address ?? listen
        if address.port == 0 { address.port = listen.port }
        return LeaseHolder(node: id, address: "\(address)", pin: pin)
    }
}

extension FleetMembership {
    /// A server that stands alone reads the providers and evaluates alerts, and must not do so beside a fleet.
    /// - Returns: nil for a server that stands alone.
    /// - Throws: `ServerError.noSharedStore`, `ServerError.fleetRuns`
    static func of(
        _ configuration: ServerConfiguration,
        _ store: any SQLUserStore,
        _ entrance: Entrance
    ) async throws -> FleetMembership? {
        let shared = store as? any LeaseStore & NodeCredentialStore
        guard let node = configuration.node else {
            if let lease = try await shared?.lease(), !lease.hasLapsed {
                throw ServerError.fleetRuns(leader: lease.holder.address)
            }
            return nil
        }
        guard let shared, let certificate = entrance.certificate else { throw ServerError.noSharedStore }
        return FleetMembership(
            lease: shared,
            credentials: shared,
            address: node.address,
            preferred: { node.parents.map { NodeAddress(address: "\($0)", pin: certificate.identity.pin) } }
        )
    }
}
