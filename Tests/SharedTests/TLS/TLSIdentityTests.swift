import Foundation
import TestSupport
import Testing

@testable import Shared

struct TLSIdentityTests {
    @Test func anIdentityIsMadeOnceAndThenKept() throws {
        try TLSFixture.withFolder { folder in
            let made = try TLSIdentity.loadOrCreate(in: folder)
            let loaded = try TLSIdentity.loadOrCreate(in: folder)
            #expect(loaded.pin == made.pin)
            #expect(loaded.warnings == [])
            #expect((3648...3650).contains(loaded.daysLeft()))
        }
    }

    @Test func onlyTheOwnerMayReadTheKey() throws {
        try TLSFixture.withFolder { folder in
            _ = try TLSIdentity.loadOrCreate(in: folder)
            #expect(try TLSFixture.permissions("\(folder)/tls-key.pem") == 0o600)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.sorted() == ["tls-certificate.pem", "tls-key.pem"])
        }
    }

    @Test func aKeyThatOthersCanReadCausesAWarning() throws {
        try TLSFixture.withFolder { folder in
            _ = try TLSIdentity.loadOrCreate(in: folder)
            let key = "\(folder)/tls-key.pem"
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
            let identity = try TLSIdentity.loadOrCreate(in: folder)
            #expect(identity.warnings == ["Others can read the private key \(key). Run: chmod 600 \(key)"])
        }
    }

    @Test func aCertificateThatIsNotValidYetCausesAWarning() throws {
        try TLSFixture.withFolder { folder in
            let made = try TLSIdentity.create(start: 86_400)
            let (certificate, key) = (
                "\(folder)/\(TLSIdentity.certificateFileName)", "\(folder)/\(TLSIdentity.keyFileName)"
            )
            try SmallFile.write(try made.key.pem(), to: key)
            try SmallFile.write(try made.certificates.pem(), to: certificate)
            let ahead = made.validFrom.elapsed(since: .now)
            #expect((86_340...86_400).contains(ahead.components.seconds))
            let words =
                "is not valid before \(made.validFrom.shortISO8601). Until then, only clients that pin its key will connect."
            #expect(
                try TLSIdentity.load(certificate: certificate, key: key).warnings == [
                    "The certificate in \(certificate) \(words)"
                ]
            )
        }
    }

    @Test func aKeyWithoutItsCertificateIsReplaced() throws {
        try TLSFixture.withFolder { folder in
            let lost = try TLSIdentity.loadOrCreate(in: folder)
            try FileManager.default.removeItem(atPath: "\(folder)/tls-certificate.pem")
            let made = try TLSIdentity.loadOrCreate(in: folder)
            #expect(made.pin != lost.pin)
            #expect(try TLSIdentity.loadOrCreate(in: folder).pin == made.pin)
        }
    }

    @Test func aCertificateWithoutItsKeyIsAnError() throws {
        try TLSFixture.withFolder { folder in
            _ = try TLSIdentity.loadOrCreate(in: folder)
            try FileManager.default.removeItem(atPath: "\(folder)/tls-key.pem")
            let error = TLSError.unreadableFile(path: "\(folder)/tls-key.pem", reason: "No such file or directory")
            #expect(throws: error) { try TLSIdentity.loadOrCreate(in: folder) }
        }
    }

    @Test func aMissingFolderIsNamed() {
        let error = TLSError.unwritableFile(path: "/nowhere/tls-key.pem", reason: "No such file or directory")
        #expect(throws: error) { try TLSIdentity.loadOrCreate(in: "/nowhere") }
    }

    @Test func malformedFilesAreNamed() throws {
        try TLSFixture.withFolder { folder in
            _ = try TLSIdentity.loadOrCreate(in: folder)
            let (certificate, key) = ("\(folder)/tls-certificate.pem", "\(folder)/tls-key.pem")
            let nonsense = "\(folder)/nonsense.pem"
            try "nonsense".write(toFile: nonsense, atomically: true, encoding: .utf8)
            #expect(throws: TLSError.malformedCertificate(path: nonsense)) {
                try TLSIdentity.load(certificate: nonsense, key: key)
            }
            #expect(throws: TLSError.malformedKey(path: nonsense)) {
                try TLSIdentity.load(certificate: certificate, key: nonsense)
            }
            #expect(throws: TLSError.malformedKey(path: certificate)) {
                try TLSIdentity.load(certificate: certificate, key: certificate)
            }
        }
    }

    @Test func aKeyOfAnotherCertificateIsRefused() throws {
        try TLSFixture.withFolder { one in
            try TLSFixture.withFolder { other in
                _ = try TLSIdentity.loadOrCreate(in: one)
                _ = try TLSIdentity.loadOrCreate(in: other)
                let (certificate, key) = ("\(one)/tls-certificate.pem", "\(other)/tls-key.pem")
                #expect(throws: TLSError.keyMismatch(certificate: certificate, key: key)) {
                    try TLSIdentity.load(certificate: certificate, key: key)
                }
            }
        }
    }

    @Test func anEncryptedKeyIsRefusedWithoutAskingForItsPassphrase() throws {
        try TLSFixture.withFolder { folder in
            _ = try TLSIdentity.loadOrCreate(in: folder)
            let encrypted = "\(folder)/encrypted.pem"
            let tool = try OpenSSLTool([
                "pkey", "-in", "\(folder)/tls-key.pem", "-aes128", "-passout", "pass:secret", "-out", encrypted,
            ])
            #expect(tool.waitForExit() == 0)
            #expect(throws: TLSError.malformedKey(path: encrypted)) {
                try TLSIdentity.load(certificate: "\(folder)/tls-certificate.pem", key: encrypted)
            }
        }
    }

    @Test func theCertificateHasItsStatedContent() throws {
        try TLSFixture.withFolder { folder in
            _ = try TLSIdentity.loadOrCreate(in: folder, names: ["prices.test", "192.0.2.7"])
            let tool = try OpenSSLTool(["x509", "-in", "\(folder)/tls-certificate.pem", "-noout", "-text"])
            let text = tool.readAll()
            for part in [
                "Version: 3", "CN = tickwire", "prime256v1", "ecdsa-with-SHA256", "CA:FALSE", "Digital Signature",
                "TLS Web Server Authentication", "DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1",
                "DNS:prices.test", "IP Address:192.0.2.7",
            ] {
                #expect(text.contains(part), "\(part)")
            }
        }
    }

    @Test func aNameThatACertificateCannotCarryIsRefused() {
        for name in ["two words", "x,DNS:evil.test", ""] {
            #expect(throws: TLSError.invalidName(name)) { try TLSIdentity.create(names: [name]) }
        }
    }
}
