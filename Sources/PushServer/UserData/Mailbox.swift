internal import NIOConcurrencyHelpers

/// Messages from event loops for one owner, who takes all that have come at once. Posting never waits.
///
/// Taking everything at once is what groups commits: while one transaction is on its way to the disk, the mutations of
/// everybody else gather here for the next one.
struct Mailbox<Message: Sendable>: Sendable {
    private let messages = NIOLockedValueBox<[Message]>([])
    private let wake: AsyncStream<Void>.Continuation
    /// One element after each time that something was posted; several posts may share one.
    let arrivals: AsyncStream<Void>

    init() {
        (arrivals, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func post(_ message: Message) {
        messages.withLockedValue { $0.append(message) }
        wake.yield()
    }

    func takeAll() -> [Message] {
        messages.withLockedValue { held in
            defer { held = [] }
            return held
        }
    }

    func close() { wake.finish() }
}
