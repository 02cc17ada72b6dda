internal import Shared

/// Settings that all connections of a server share. It is a class so that each connection holds only a reference.
final class ServerTerms: Sendable {
    let limits: SessionLimits
    let offers: ServerOffers
    /// The protocol versions that the server supports.
    let protocols: ClosedRange<UInt32>

    init(
        limits: SessionLimits,
        offers: ServerOffers,
        protocols: ClosedRange<UInt32> = ProtocolVersion.supported
    ) {
        (self.limits, self.offers, self.protocols) = (limits, offers, protocols)
    }
}
