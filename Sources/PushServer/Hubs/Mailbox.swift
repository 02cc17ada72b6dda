internal import NIOConcurrencyHelpers

/// Messages from event loops to one owner, which takes all of them at once. Posting never waits.
///
/// Taking everything at once groups commits: while one transaction is on its way to disk, new mutations gather here
/// for the next one.
struct Mailbox<Message: Sendable>: Sendable {
    private let messages = NIOLockedValueBox<[Message]>([])
    private let wake: AsyncStream<Void>.Continuation
    /// Yields an element after each post. Several posts may share one element.
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

    /// Takes out the wanted messages. The others stay in their order.
    /// - Parameter isWanted: is called for each message, the oldest first.
    func take(where isWanted: (Message) -> Bool) -> [Message] {
        messages.withLockedValue { held in
            var (taken, left): ([Message], [Message]) = ([], [])
            for message in held {
                if isWanted(message) { taken.append(message) } else { left.append(message) }
            }
            held = left
            return taken
        }
    }

    func close() { wake.finish() }
}

extension Mailbox {
    /// Posts a message after each interval, until the calling task is cancelled. That happens when the server stops.
    func post(_ message: Message, every interval: Duration, by clock: any Clock<Duration>) async {
        while (try? await clock.sleep(for: interval)) != nil { post(message) }
    }
}
