import COpenSSL

/// SHA-256 through libcrypto (FIPS 180-4).
public enum SHA256 {
    public static let byteCount = 32

    /// The 32 bytes of the digest.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            let done = EVP_Digest(bytes, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil)
            precondition(done == 1, "libcrypto has no SHA-256")
            count = byteCount
        }
    }

    /// The digest of any run of bytes, such as a string's UTF-8.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        hash(Array(bytes))
    }
}

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
