internal import ServiceLifecycle
internal import Shared

/// Looks now and then whether the files of the certificate, or of the authorities of admin clients, have changed.
struct CertificateWatch: Service {
    private static let interval = Duration.seconds(10)

    let files: [String]
    let certificate: ServerCertificate
    let clock: any Clock<Duration>

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var seen = times
            while (try? await clock.sleep(for: Self.interval)) != nil {
                // Chain and key are written one after the other; what does not fit yet is looked at again when it changes.
                if times == seen { continue }
                seen = times
                certificate.reload()
            }
        }
    }

    private var times: [Int] { files.map(SmallFile.modified) }
}
