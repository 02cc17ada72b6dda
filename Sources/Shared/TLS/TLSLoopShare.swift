import NIOCore

/// What all connections of one context share on one event loop.
final class TLSLoopShare {
    let outbox = TLSOutbox()
    let turns: LoopTurns

    init(_ eventLoop: any EventLoop) { turns = LoopTurns(eventLoop) }
}
