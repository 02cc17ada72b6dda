internal import Shared

/// What every terminal is told when it may come in, but for who it is.
struct Greeting: Sendable {
    let limits: SessionLimits
    let epoch: MarketEpoch
    let now: @Sendable () -> MarketTime

    func welcome(
        _ account: Account,
        token: AccessToken?,
        lastMutation: UInt64,
        store: StoreIdentity
    ) -> Welcome {
        Welcome(
            version: ProtocolVersion.supported.upperBound,
            serverVersion: ProductVersion.current,
            serverTime: now(),
            userName: account.name,
            token: token?.bytes,
            epoch: epoch,
            lastMutation: lastMutation,
            limits: limits,
            store: UInt64(store.rawValue)
        )
    }
}
