internal import ServiceLifecycle

/// A hub that handles what is posted to its mailbox.
protocol MailboxHub: Actor {
    associatedtype Event: Sendable

    nonisolated var mailbox: Mailbox<Event> { get }

    /// Runs until the mailbox is closed.
    func run() async
}

/// Runs a hub until the server stops.
struct HubService<Hub: MailboxHub>: Service {
    let hub: Hub

    func run() async throws {
        await withGracefulShutdownHandler {
            await hub.run()
        } onGracefulShutdown: {
            hub.mailbox.close()
        }
    }
}
