internal import Logging
internal import ServiceLifecycle

/// Says when nodes use the database of a server that stands alone, and so evaluate alerts beside it.
struct FleetWatch: Service {
    private static let interval = Duration.seconds(10)

    let store: any LeaseStore
    let clock: any Clock<Duration>
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var told: String?
            while (try? await clock.sleep(for: Self.interval)) != nil {
                guard let lease = try? await store.lease() else { continue }
                let leader = lease.hasLapsed ? nil : lease.holder.address
                if let leader, leader != told { logger.error("\(ServerError.fleetRuns(leader: leader))") }
                told = leader
            }
        }
    }
}
