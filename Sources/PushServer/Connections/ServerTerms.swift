internal import Shared

/// What all connections of a server have in common. It is an object because each connection refers to it.
final class ServerTerms: Sendable {
    let limits: SessionLimits
    let epoch: MarketEpoch

    init(limits: SessionLimits, epoch: MarketEpoch) { (self.limits, self.epoch) = (limits, epoch) }
}
