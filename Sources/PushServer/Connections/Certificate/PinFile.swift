internal import Shared

/// The pin of the key that the server on a data folder shows, for commands of an operator: the certificate itself may lie
/// anywhere.
struct PinFile: Sendable {
    let path: String

    /// - Returns: nil if there is no file, or none that is valid.
    func read() -> PublicKeyPin? {
        guard let bytes = try? SmallFile.read(path) else { return nil }
        return PublicKeyPin(String(decoding: bytes, as: UTF8.self).trimmed)
    }

    /// A file that names this pin already stays as it is, so a full disk does not matter then.
    func write(_ pin: PublicKeyPin) throws(SystemError) {
        if read() != pin { try SmallFile.write(Array("\(pin)\n".utf8), to: path) }
    }
}
