import PushServer

@testable import Shared

/// A certificate with its key in a folder, for a server to show, or to replace another one.
struct IssuedCertificate {
    let files: ServerConfiguration.CertificateFiles
    let pin: PublicKeyPin

    /// - Parameter start: when it becomes valid, in seconds from now.
    init(in directory: String, start: Int = -3600) throws {
        try SmallFile.makeFolder(directory)
        let identity = try TLSIdentity.create(start: start)
        pin = identity.pin
        files = ServerConfiguration.CertificateFiles(
            certificate: "\(directory)/\(TLSIdentity.certificateFileName)",
            key: "\(directory)/\(TLSIdentity.keyFileName)"
        )
        try SmallFile.write(try identity.key.pem(), to: files.key)
        try SmallFile.write(try identity.certificates.pem(), to: files.certificate)
    }

    func replace(_ old: IssuedCertificate) throws {
        try replaceKey(of: old)
        try SmallFile.write(try SmallFile.read(files.certificate), to: old.files.certificate)
    }

    /// Replaces only the key, so that key and certificate do not match.
    func replaceKey(of old: IssuedCertificate) throws {
        try SmallFile.write(try SmallFile.read(files.key), to: old.files.key)
    }
}
