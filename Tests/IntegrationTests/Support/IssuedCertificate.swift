import PushServer
import Shared

/// A certificate with its key in a folder, to be shown, or to take the place of another.
struct IssuedCertificate {
    let files: ServerConfiguration.CertificateFiles
    let pin: PublicKeyPin

    init(in directory: String) throws {
        try SmallFile.makeFolder(directory)
        pin = try TLSIdentity.loadOrCreate(in: directory).pin
        files = ServerConfiguration.CertificateFiles(
            certificate: "\(directory)/\(TLSIdentity.certificateFileName)",
            key: "\(directory)/\(TLSIdentity.keyFileName)"
        )
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
