internal import ServiceLifecycle

/// Looks now and then whether the files of the certificate, or of the authorities of admin clients, have changed.
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
