import NIOCore
import Shared

/// Changes a setting again as soon as the last change is confirmed, and records how long each took, in milliseconds.
struct Mutator: Script {
    let changes: Int
    let done: EventLoopPromise<[Double]>

    private var times: [Double] = []
    private var said = ContinuousClock.now

    init(changes: Int, done: EventLoopPromise<[Double]>) { (self.changes, self.done) = (changes, done) }

    mutating func hear(_ frame: ServerFrame, say: (ClientFrame) -> Void) {
        switch frame {
        case .welcome: change(say)
        case .mutationResult:
            times.append((ContinuousClock.now - said) / .milliseconds(1))
            if times.count < changes { change(say) } else { done.succeed(times) }
        default: break
        }
    }

    func lost(_ error: any Error) { done.fail(error) }

    private mutating func change(_ say: (ClientFrame) -> Void) {
        said = .now
        let isOn = times.count.isMultiple(of: 2)
        let mutation = Mutation.set(Settings.coinsOnly, to: isOn)
        say(.mutation(NumberedMutation(number: UInt64(times.count) + 1, mutation: mutation)))
    }
}
