internal import Logging
internal import ServiceLifecycle
internal import Shared

/// What a node runs while it leads, for one term: the hubs that read the providers, and the alerts.
struct Leadership: Sendable {
    let parts: MarketServices
    let alerts: AlertHub

    var services: [any Service] { [HubService(hub: alerts)] + parts.services }

    /// The services, to run for one term.
    func group(logger: Logger) -> ServiceGroup {
        ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) },
                logger: logger.ofServiceGroup
            )
        )
    }
}

/// What a node of a fleet needs from outside.
struct FleetDependencies: Sendable {
    let lease: any LeaseStore
    let credentials: any NodeCredentialStore
    /// Makes what the leader runs.
    let lead: @Sendable (MarketEpoch, MarketHubRules, _ followed: ExchangeRates?) async -> Leadership
    let plan: MarketHubRules.Plan
    /// What this node tells its terminals about its prices.
    var kind = ServerConfiguration.Market.Kind.live
    let users: Mailbox<UserHub.Event>
    let outlet: MarketOutlet
    let clock: any Clock<Duration>
    let time: FleetClock
    let logger: Logger
}
