import PushServer
import ServiceLifecycle
import UnixSignals

/// SIGHUP: the certificate is read again.
struct HangupService: Service {
    let server: Server
    /// Trapped since before the server was made, so that one that comes early ends nothing, and is heard later.
    let hangups: UnixSignalsSequence

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in hangups { server.reloadCertificate() }
        }
    }
}
