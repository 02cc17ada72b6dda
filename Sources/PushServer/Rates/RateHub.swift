internal import Logging
internal import ServiceLifecycle
internal import Shared

/// Owns the exchange rates: it receives them from the pollers, keeps the last good ones on disk, and hands them to the
/// shards.
actor RateHub {
    private var rules: RateHubRules
    private let file: RateFile
    /// Whether the file has the shown rates, or they are being written to it.
    private var isStored: Bool
    private let outlet: MarketOutlet
    private let alerts: Mailbox<AlertHub.Event>
    private let now: @Sendable () -> MarketTime
    private let logger: Logger

    /// - Parameters:
    ///   - stored: what the file has. In a fleet, that is as old as the last time when this node led.
    ///   - followed: what this node's clients were told last, before it led; nil if nothing.
    ///   - file: gets the rates that are shown.
    init(
        sources: [String],
        stored: ExchangeRates?,
        followed: ExchangeRates?,
        file: RateFile,
        outlet: MarketOutlet,
        alerts: Mailbox<AlertHub.Event>,
        now: @escaping @Sendable () -> MarketTime,
        logger: Logger
    ) {
        let kept = [followed, stored].compactMap(\.self).max { $0.isOlder(than: $1) }
        rules = RateHubRules(sources: sources, kept: kept)
        isStored = kept == stored
        (self.file, self.outlet, self.alerts, self.now, self.logger) = (file, outlet, alerts, now, logger)
        if let kept = rules.shown { Self.tell(kept, to: outlet, alerts) }
    }

    var shown: ExchangeRates? { rules.shown }

    // MARK: Inputs

    /// Returns once the shown rates are on disk, are being written by another call, or could not be written.
    /// - Parameter rates: nil if they have not changed.
    func answered(_ source: String, _ rates: ExchangeRates?) async {
        let isNews =
            if let rates { rules.arrived(rates, at: now()) } else { rules.confirmed(source, at: now()) }
        if isNews { show() }
        await store()
    }

    /// Returns when `answered` would.
    func failed() async {
        if rules.timePassed(to: now()) { show() }
        await store()
    }

    private func show() {
        guard let shown = rules.shown else { return }
        isStored = false
        Self.tell(shown, to: outlet, alerts)
    }

    private func store() async {
        guard !isStored, let shown = rules.shown else { return }
        isStored = true
        do throws(SystemError) {
            try await file.write(shown)
        } catch {
            // The next poll tries again.
            isStored = false
            logger.warning("the exchange rates cannot be stored", metadata: ["error": "\(error)"])
        }
    }

    private static func tell(_ rates: ExchangeRates, to outlet: MarketOutlet, _ alerts: Mailbox<AlertHub.Event>) {
        alerts.post(.ratesChanged(rates))
        outlet.deliver(rates)
    }
}

/// Asks one source of rates at fixed intervals, because the time at which a day's table appears is only roughly known.
struct RatePoller: Service {
    let source: String
    let interval: Duration
    let ask: RateSource
    let hub: RateHub
    let clock: any Clock<Duration>
    let now: @Sendable () -> MarketTime
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (known, backoff) = (Validator?.none, Backoff(first: .seconds(30), longest: .seconds(3600)))
            while !Task.isCancelled {
                let wait = await poll(&known, &backoff)
                // A cancelled sleep ends the loop by its condition.
                try? await clock.sleep(for: wait)
            }
        }
    }

    /// - Returns: the time to wait before the next request.
    private func poll(_ known: inout Validator?, _ backoff: inout Backoff) async -> Duration {
        do throws(ProviderError) {
            switch try await ask(known) {
            case .changed(let rates, let validator):
                known = validator
                await hub.answered(source, rates)
            case .unchanged: await hub.answered(source, nil)
            }
            backoff.reset()
            return interval
        } catch {
            if error.failure == .cancelled { return .zero }
            logger.warning("exchange rates did not come", metadata: ["error": "\(error)"])
            await hub.failed()
            let own = min(interval, backoff.next(jitter: .random(in: 0...1)))
            return error.wait(own: own, at: now())
        }
    }
}
