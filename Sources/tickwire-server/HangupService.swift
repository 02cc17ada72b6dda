import PushServer
import ServiceLifecycle
import UnixSignals

/// Reads the certificate again on SIGHUP.
struct HangupService: Service {
    let server: Server
    /// Trapped before the server was made: an early signal ends nothing and is handled later.
    let hangups: UnixSignalsSequence

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in hangups { server.reloadCertificate() }
        }
    }
}
