internal import Shared

/// Settings that all connections of a server share. It is a class so that each connection holds only a reference.
final class ServerTerms: Sendable {
    let limits: SessionLimits
    let offers: ServerOffers
    /// Limits and offers as each Welcome has them.
    let welcome: WelcomeTerms
    /// The protocol versions that the server supports.
    let protocols: ClosedRange<UInt32>

    init(
        limits: SessionLimits,
        offers: ServerOffers,
        protocols: ClosedRange<UInt32> = ProtocolVersion.supported
    ) {
        (self.limits, self.offers, self.protocols) = (limits, offers, protocols)
        welcome = WelcomeTerms(limits: limits, offers: offers)
    }

    /// The terms with the offered kinds of records that all nodes know.
    /// - Parameter kinds: nil if there are no other nodes.
    func offering(only kinds: Set<UInt32>?) -> ServerTerms {
        guard let kinds, !limits.records.offered.allSatisfy({ kinds.contains($0.kind) }) else { return self }
        var limits = limits
        limits.records.offer(only: kinds)
        return ServerTerms(limits: limits, offers: offers, protocols: protocols)
    }
}
