internal import ServiceLifecycle

/// Runs the user hub until the server stops. Changes that terminals have sent by then are still settled.
struct UserService: Service {
    let hub: UserHub

    func run() async throws {
        await withGracefulShutdownHandler {
            await hub.run()
        } onGracefulShutdown: {
            hub.mailbox.close()
        }
    }
}
