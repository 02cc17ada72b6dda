internal import ServiceLifecycle

/// Checks at intervals whether the files of the certificate or of the admin clients' authorities have changed.
struct CertificateWatch: Service {
    private static let interval = Duration.seconds(10)

    let certificate: ServerCertificate
    let clock: any Clock<Duration>

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await clock.sleep(for: Self.interval)) != nil { certificate.reloadIfNeeded() }
        }
    }
}
