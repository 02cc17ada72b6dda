import PushServer
import ServiceLifecycle
import UnixSignals

/// Drains the server on SIGUSR1. The end of this service ends the program.
struct DrainService: Service {
    let server: Server
    /// Trapped before the server was made.
    let requests: UnixSignalsSequence

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in requests { return await server.drain() }
        }
    }
}

/// Reads the certificate again on SIGHUP.
struct HangupService: Service {
    let server: Server
    /// The signal was trapped before the server was made. So an early one ends nothing and is handled later.
    let hangups: UnixSignalsSequence

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in hangups { server.reloadCertificate() }
        }
    }
}
