import Logging

@testable import PushServer

extension UserHub {
    /// The hub of a server that stands alone. Nobody hears of its users' alerts.
    static func test(
        store: any UserStore,
        clock: any Clock<Duration>,
        connectionsMax: Int,
        counters: UserCounters,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) -> UserHub {
        UserHub(
            store: store,
            mailbox: Mailbox(),
            alerts: Mailbox(),
            clock: clock,
            grace: .zero,
            connectionsMax: connectionsMax,
            changesPerSecond: 0,
            counters: counters,
            hints: nil,
            ownFolder: nil,
            logger: logger
        )
    }
}
