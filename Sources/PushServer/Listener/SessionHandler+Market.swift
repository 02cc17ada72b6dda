internal import NIOCore
internal import Shared

extension SessionHandler {
    /// A terminal that holds the market as it was gets a diff, any other a snapshot.
    func beginMarket(_ hello: Hello) {
        if hello.withoutMarket { return shard.count(.none) }
        let resume = hello.resume.flatMap { $0.epoch == surroundings.greeting.epoch ? $0.sequence : nil }
        flow = .starting(resume: resume, sequence: shard.market.sequence)
        if case .at = flow.position { shard.count(.diff) } else { shard.count(.snapshot) }
        marketMoved()
    }

    func snapshotRequested() {
        guard flow.restartWithSnapshot(sequence: shard.market.sequence) else { return }
        shard.countHashMismatch()
        marketMoved()
    }

    /// Sends market frames until the terminal is up to date, or one is still on its way.
    func marketMoved() {
        while let wanted = flow.next(sequence: shard.market.sequence, rowCount: shard.market.count) {
            guard let frame = shard.frame(wanted) else {
                flow.replaceBySnapshot(sequence: shard.market.sequence)
                continue
            }
            guard tls.send(frame, orLater: { whenWritten() }) else { return }
            flow.written()
        }
    }

    private func whenWritten() -> EventLoopPromise<Void> {
        let promise = shard.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { result in
            self.flow.written()
            if case .success = result { self.marketMoved() }
        }
        return promise
    }
}
