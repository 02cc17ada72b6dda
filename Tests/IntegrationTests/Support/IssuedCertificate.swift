import PushServer

@testable import Shared

/// A certificate with its key in a folder, to be shown, or to take the place of another.
struct IssuedCertificate {
    let files: ServerConfiguration.CertificateFiles
    let pin: PublicKeyPin

    /// - Parameter start: when it begins to be valid, in seconds from now.
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

    /// Half of it: they do not fit each other then.
    func replaceKey(of old: IssuedCertificate) throws {
        try SmallFile.write(try SmallFile.read(files.key), to: old.files.key)
    }
}
