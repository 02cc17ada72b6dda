import NIOCore
import Shared

@testable import PushServer

/// Decides when a connection may or must be closed, independently of the connection, from its frames.
struct ConnectionRules {
    private let limits: SessionLimits
    private let began: NIODeadline
    private var lastLife: NIODeadline
    private var frames = 0
    private var requests = 0
    private var isTooFast = false

    init(limits: SessionLimits, now: NIODeadline) { (self.limits, began, lastLife) = (limits, now, now) }

    mutating func received(_ frame: ClientFrame, at now: NIODeadline) {
        lastLife = now
        frames += 1
        if frame.isRequest { requests += 1 }
        // The limit for the connection's whole life.
        let seconds = Int((now - began).nanoseconds / 1_000_000_000) + 11
        isTooFast = frames > seconds * limits.framesPerSecond || requests > seconds * limits.requestsPerSecond
    }

    /// The client read something, so it is alive.
    mutating func read(at now: NIODeadline) { lastLife = now }

    func timePassed(to now: NIODeadline, isOpen: Bool) throws {
        guard isOpen else { return }
        if now - lastLife >= TimeAmount(limits.silence) { throw Violation("a silent connection was kept") }
        if isTooFast { throw Violation("a connection was kept that sent \(frames) frames, \(requests) requests") }
    }

    func closed(_ close: Close, at now: NIODeadline) throws {
        switch close.code {
        case .silent where now - lastLife < TimeAmount(limits.silence):
            throw Violation("a connection was closed as silent after \(now - lastLife)")
        case .tooFast where frames <= 10 * limits.framesPerSecond && requests <= 10 * limits.requestsPerSecond:
            throw Violation("a connection was closed as too fast after \(frames) frames, \(requests) requests")
        case .helloTimeout where now - began < TimeAmount(limits.helloTimeout):
            throw Violation("a connection was closed after \(now - began) because no hello came")
        case .badFrame, .frameTooLarge, .tooManyMutations, .unsupportedVersion:
            throw Violation("the real client was called wrong: \(close.message)")
        default: break
        }
    }
}
