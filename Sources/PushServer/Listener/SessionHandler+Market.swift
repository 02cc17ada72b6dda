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

    /// Sends the next market frame, unless one is still on its way.
    func marketMoved() {
        let (sequence, rowCount) = (shard.market.sequence, shard.market.count)
        guard let context, let wanted = flow.next(sequence: sequence, rowCount: rowCount) else { return }
        guard let frame = shard.frame(wanted) else {
            flow.replaceBySnapshot(sequence: sequence)
            return marketMoved()
        }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { result in
            self.flow.written()
            if case .success = result { self.marketMoved() }
        }
        context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
    }
}
