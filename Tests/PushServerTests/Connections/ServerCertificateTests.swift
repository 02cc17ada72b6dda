import Foundation
import Logging
import NIOConcurrencyHelpers
import Shared
import Synchronization
import Testing

@testable import PushServer

/// Which certificate the server shows after its files have changed.
struct ServerCertificateTests {
    /// The content of the files, and the time.
    private final class Stage: Sendable {
        private let held: Mutex<TLSIdentity>
        let time = ManualTime(.now)
        let log = NIOLockedValueBox<[String]>([])
        let pinFile = PinFile(path: NSTemporaryDirectory() + "/tickwire-pin-\(UUID())")

        init() throws { held = Mutex(try TLSIdentity.create()) }
        deinit { SmallFile.remove(pinFile.path) }

        var inFiles: TLSIdentity {
            get { held.withLock { $0 } }
            set { held.withLock { $0 = newValue } }
        }

        func certificate(files: [String] = []) throws -> ServerCertificate {
            let logger = Logger(label: "test") { [log] _ in LineLog(lines: log) }
            return try ServerCertificate(
                path: "/etc/tickwire/cert.pem",
                files: files,
                pinFile: pinFile,
                admin: nil,
                logger: logger,
                now: { self.time.now }
            ) { self.inFiles }
        }
    }

    @Test func aCertificateThatIsNotValidYetIsUsedOnceItIsValid() throws {
        let stage = try Stage()
        let (certificate, old) = (try stage.certificate(), stage.inFiles)
        let next = try TLSIdentity.create(start: 3600)
        stage.inFiles = next
        #expect(!certificate.reload())
        #expect(certificate.identity.pin == old.pin)
        certificate.reloadIfNeeded()
        #expect(certificate.identity.pin == old.pin)
        stage.time.pass(.seconds(3601))
        certificate.reloadIfNeeded()
        #expect(certificate.identity.pin == next.pin, "the files are the same, and it is good now")
    }

    @Test func anExpiredCertificateIsNotUsed() throws {
        let stage = try Stage()
        let (certificate, old) = (try stage.certificate(), stage.inFiles)
        stage.inFiles = try TLSIdentity.create()
        stage.time.pass(stage.inFiles.validUntil.elapsed(since: stage.time.now))
        #expect(!certificate.reload())
        #expect(certificate.identity.pin == old.pin)
        stage.time.pass(.seconds(-1))
        #expect(certificate.reload())
        #expect(certificate.identity.pin == stage.inFiles.pin)
    }

    @Test func commandsOfTheOperatorReadWhichKeyIsShown() throws {
        let stage = try Stage()
        let certificate = try stage.certificate()
        #expect(stage.pinFile.read() == stage.inFiles.pin)
        let old = stage.inFiles
        stage.inFiles = try TLSIdentity.create(start: 3600)
        #expect(!certificate.reload())
        #expect(stage.pinFile.read() == old.pin, "the new one is not shown yet")
        stage.inFiles = try TLSIdentity.create()
        #expect(certificate.reload())
        #expect(stage.pinFile.read() == stage.inFiles.pin)
    }

    /// Once, only a metric told it, and SIGHUP logged that a new certificate was not used.
    @Test func theExpiryOfTheCertificateInUseIsToldOnceAndWhenTheOperatorAsks() throws {
        let stage = try Stage()
        let certificate = try stage.certificate()
        certificate.reloadIfNeeded()
        #expect(stage.log.withLockedValue { $0 } == [])
        #expect(certificate.warning == nil)
        stage.time.pass(stage.inFiles.validUntil.elapsed(since: stage.time.now))
        for _ in 1...2 { certificate.reloadIfNeeded() }
        let told = "The certificate in /etc/tickwire/cert.pem has expired. Only clients that pin its key will connect."
        #expect(stage.log.withLockedValue { $0 } == [told])
        #expect(certificate.warning == "its certificate has expired; renew it")
        #expect(!certificate.reload())
        certificate.reloadIfNeeded()
        #expect(stage.log.withLockedValue { $0 } == [told, told])
    }

    @Test func theRefusalNamesTheStartOfTheValidity() {
        let time = MarketTime(seconds: 1_800_000_000)
        #expect("\(ServerCertificate.Refusal.notValidBefore(time))" == "it is not valid before 2027-01-15T08:00:00Z")
    }

    @Test func unchangedFilesAreNotReadAgain() throws {
        let stage = try Stage()
        let (certificate, old) = (try stage.certificate(), stage.inFiles)
        stage.inFiles = try TLSIdentity.create()
        certificate.reloadIfNeeded()
        #expect(certificate.identity.pin == old.pin)
    }

    /// The file is rewritten in place, with the same length, within the same second.
    @Test func aFileThatIsRewrittenAtOnceIsNoticed() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "tickwire-certificate-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("old".utf8).write(to: file)
        let stage = try Stage()
        let certificate = try stage.certificate(files: [file.path])
        for round in 1...3 {
            stage.inFiles = try TLSIdentity.create()
            try Data("\(round)st".utf8).write(to: file)
            certificate.reloadIfNeeded()
            #expect(certificate.identity.pin == stage.inFiles.pin)
        }
    }
}
