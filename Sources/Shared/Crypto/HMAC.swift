import COpenSSL

/// HMAC-SHA-256 through libcrypto (RFC 2104).
public enum HMAC {
    /// The 32 bytes of the code.
    public static func sha256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
            let done = COpenSSL.HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, code.baseAddress, nil)
            precondition(done != nil, "libcrypto has no HMAC-SHA-256")
            count = SHA256.byteCount
        }
    }
}
