internal import Shared

/// What all connections of a server have in common. It is an object because each connection refers to it.
final class ServerTerms: Sendable {
    let limits: SessionLimits
    let epoch: MarketEpoch
    let offers: ServerOffers
    /// The versions of the protocol that it speaks.
    let protocols: ClosedRange<UInt32>

    init(
        limits: SessionLimits,
        epoch: MarketEpoch,
        offers: ServerOffers,
        protocols: ClosedRange<UInt32> = ProtocolVersion.supported
    ) {
        (self.limits, self.epoch) = (limits, epoch)
        (self.offers, self.protocols) = (offers, protocols)
    }
}
