import COpenSSL

/// Standard base64 with padding (RFC 4648, section 4), through libcrypto.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        // EVP_EncodeBlock adds a terminating zero byte.
        var encoded = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = EVP_EncodeBlock(&encoded, bytes, Int32(bytes.count))
        return String(decoding: encoded.prefix(Int(count)), as: UTF8.self)
    }

    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let encoded = Array(text.utf8)
        guard encoded.count % 4 == 0 else { return nil }
        var decoded = [UInt8](repeating: 0, count: encoded.count / 4 * 3)
        TLSFailure.clearQueue()
        let count = EVP_DecodeBlock(&decoded, encoded, Int32(encoded.count))
        guard count >= 0 else { return nil }
        // EVP_DecodeBlock counts the padding as zero bytes.
        let padding = encoded.suffix(2).count { $0 == UInt8(ascii: "=") }
        return Array(decoded.prefix(Int(count) - padding))
    }
}
