internal import ServiceLifecycle
internal import Shared

/// Tells the hub that a provider is not asked, because it answers nothing without a key.
struct KeylessProvider: Service {
    let provider: Provider
    let hub: MarketHub
    let now: @Sendable () -> MarketTime

    func run() async throws {
        let error = ProviderError(withoutKeyFor: provider)
        for source in provider.sources { await hub.failed(source.kind, error, retryAt: now()) }
        try? await gracefulShutdown()
    }
}
