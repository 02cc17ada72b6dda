import NIOCore

/// What all connections of one context share on one event loop.
final class TLSLoopShare {
    let outbox = TLSOutbox()
    let line: TLSHandshakeLine

    init(_ eventLoop: any EventLoop) { line = TLSHandshakeLine(eventLoop) }
}
