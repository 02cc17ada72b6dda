import NIOCore
import Shared

/// Connects, and disconnects as soon as it has the market.
struct Arriver: Script {
    struct Arrival: Sendable {
        var milliseconds: Double
        var position: MarketPosition
    }

    let done: EventLoopPromise<Arrival>
    private let start = ContinuousClock.now
    private var epoch: MarketEpoch?

    init(done: EventLoopPromise<Arrival>) { self.done = done }

    mutating func hear(_ frame: ServerFrame, say: (ClientFrame) -> Void) {
        switch frame {
        case .welcome(let welcome): epoch = welcome.epoch
        case .snapshotPart(let part) where part.isLast && !part.diffFollows: arrived(part.sequence)
        case .marketDiff(let diff): arrived(diff.to)
        default: break
        }
    }

    func lost(_ error: any Error) { done.fail(error) }

    private func arrived(_ sequence: UInt64) {
        guard let epoch else { return }
        let time = (ContinuousClock.now - start) / .milliseconds(1)
        done.succeed(Arrival(milliseconds: time, position: MarketPosition(epoch: epoch, sequence: sequence)))
    }
}
