@testable import Shared

extension Welcome {
    static func sample(limits: SessionLimits) -> Welcome {
        Welcome(
            version: 1,
            serverVersion: "1",
            serverTime: MarketTime(milliseconds: 0),
            userName: "ada",
            epoch: MarketEpoch(rawValue: 1),
            lastMutation: 0,
            limits: limits,
            user: UserPosition(store: 1, version: 0)
        )
    }
}
