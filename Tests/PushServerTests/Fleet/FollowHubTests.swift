import NIOCore
import Shared
import Testing

@testable import PushServer

/// What a following node asks the one that it follows on behalf of its connections.
@Suite(.timeLimit(.minutes(5)))
struct FollowHubTests {
    /// A request names at most 128 coins and replaces the one before.
    @Test func everyIconIsAnsweredHoweverManyAreWantedAtOnce() async {
        let outlet = MarketOutlet(shards: [], counters: MarketCounters())
        let hub = FollowHub(FollowedMarket(), outlet: outlet, clock: ContinuousClock()) { .now }
        let (frames, frame) = AsyncStream.makeStream(of: ClientFrame.self)
        await hub.connected { frame.yield($0) }
        let ports = hub.ports
        let coins = (1...300).map { CoinID($0) }
        await withTaskGroup { tasks in
            tasks.addTask {
                // The followed node: it fetches a few at a time, and forgets those that a newer request leaves out.
                var requests = IconRequests()
                for await case .iconRequest(let wanted) in frames {
                    requests.want(IconRequests.looked(at: wanted))
                    while let coin = requests.begin(underWayMax: NodeLimits.icons) {
                        requests.end(coin)
                        await hub.received(.icon(coin, nil), ByteBuffer())
                    }
                }
            }
            await withTaskGroup { askers in
                for coin in coins { askers.addTask { _ = await ports.icon(coin) } }
            }
            frame.finish()
        }
    }
}
