internal import Shared

/// A user's connection as the screens know it: a value of closures, so that tests can hand in any state.
@MainActor
struct Session: ReplicaHolder {
    let server: ServerAddress
    let market: MarketReplica
    let user: UserReplica
    let charts: OpenCharts
    let icons: IconModel
    let weeks: WeekReplica
    let rates: RateReplica
    let account: OwnAccount
    var state: @MainActor () -> ServerLink.State
    var userName: @MainActor () -> String?
    /// How many changes the server has not confirmed.
    var pendingCount: @MainActor () -> Int
    /// The token that the link signs in with, once there is one.
    var token: @MainActor () -> [UInt8]?
    /// How far the server's clock is ahead of this machine's.
    var clockOffset: @MainActor () -> Duration
    /// The nodes that were passed over, as far as the user has not seen it yet.
    var refusedNodes: @MainActor () -> [RefusedNode]
    var refusalSeen: @MainActor () -> Void
    /// Tries again now, without waiting any longer.
    var retry: @MainActor () -> Void
    /// Asks the server to revoke this terminal's token.
    var logOut: @MainActor () -> Void
    /// Whether the user has asked to log out.
    var isLoggingOut: @MainActor () -> Bool
    /// Waits until the link gives up, and returns why; nil if it was closed. Cancelling the wait closes the link.
    var ended: @MainActor () async -> ConnectionError?
    /// Ends the link. Then another session can deliver what is pending, even while a screen still shows this one.
    var close: @MainActor () async -> Void
}

extension Session {
    /// The server's time, by which the ages of data are counted.
    func serverTime(by clock: AppClock) -> MarketTime { clock.date().adding(clockOffset()) }

    /// A session that only watches `link`, which the caller runs and ends.
    /// - Parameter name: the user's name, if it is known before the server sends it.
    init(watching link: ServerLink, at server: ServerAddress, as name: String? = nil) {
        self.init(
            server: server,
            market: link.market,
            user: link.user,
            charts: link.charts,
            icons: link.icons,
            weeks: link.weeks,
            rates: link.rates,
            account: link.account,
            state: { link.state },
            userName: { link.userName ?? name },
            // A picture's changes are never sent, so none of them waits.
            pendingCount: { link.target.isReadOnly ? 0 : link.user.pendingCount },
            token: { link.token },
            clockOffset: { link.clockOffset },
            refusedNodes: { link.refusedNodes },
            refusalSeen: { link.refusalSeen() },
            retry: {},
            logOut: {},
            isLoggingOut: { link.isLoggingOut },
            ended: { nil },
            close: {}
        )
    }

    /// Starts `link`, which runs until `close` is called or it gives up.
    /// - Parameter keeper: keeps what the link receives for the next process; nil: nothing is kept.
    init(starting link: ServerLink, to server: ServerAddress, as name: String, keeper: CacheKeeper? = nil) {
        self.init(watching: link, at: server, as: name)
        retry = { link.retryRequested() }
        logOut = { link.logOutRequested() }
        // Unstructured, because Login hands the live link on to Tabs, so it belongs to neither call. The session owns
        // both tasks, and `close` ends them.
        let running = Task { await link.run() }
        let keeping = Task { await keeper?.run() }
        ended = {
            await withTaskCancellationHandler {
                await running.value
            } onCancel: {
                running.cancel()
            }
        }
        close = {
            running.cancel()
            _ = await running.value
            keeping.cancel()
            await keeping.value
            // Last, because the user can make changes until the next screen is shown.
            link.user.close()
        }
    }
}
