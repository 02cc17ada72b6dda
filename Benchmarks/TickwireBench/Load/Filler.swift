import NIOCore
import Shared

/// Fills a user's table with a number of favorites, and of removed keys that the server remembers.
struct Filler: Script {
    let done: EventLoopPromise<Void>

    private var mutations: [Mutation] = []
    private var sent: UInt64 = 0

    init(favorites: Int, removed: Int, done: EventLoopPromise<Void>) {
        self.done = done
        // Add no more at a time than the server keeps.
        let step = SessionLimits().records.limits(of: RecordKind.listItem.number)?.recordsPerOwner ?? 1
        for first in stride(from: 0, to: removed, by: step) {
            let coins = (first..<min(first + step, removed)).map { CoinID(UInt32(1_000_000 + $0)) }
            mutations += [.add(coins, of: UserTable()), .remove(coins)]
        }
        if favorites > 0 { mutations.append(.add((1...favorites).map { CoinID(UInt32($0)) }, of: UserTable())) }
    }

    mutating func hear(_ frame: ServerFrame, say: (ClientFrame) -> Void) {
        switch frame {
        case .welcome: next(say)
        case .mutationResult(let result):
            if result.outcome == .applied {
                next(say)
            } else {
                done.fail(BenchError.notFilled(result))
            }
        default: break
        }
    }

    func lost(_ error: any Error) { done.fail(error) }

    private mutating func next(_ say: (ClientFrame) -> Void) {
        if mutations.isEmpty { return done.succeed() }
        sent += 1
        say(.mutation(NumberedMutation(number: sent, mutation: mutations.removeFirst())))
    }
}
