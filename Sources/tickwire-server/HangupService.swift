import PushServer
import ServiceLifecycle
import UnixSignals

/// SIGHUP: the certificate is read again.
struct HangupService: Service {
    let server: Server

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) { server.reloadCertificate() }
        }
    }
}
