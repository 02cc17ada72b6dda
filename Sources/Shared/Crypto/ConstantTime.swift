import COpenSSL

/// Compares secrets in a time that does not reveal where they differ.
public enum ConstantTime {
    /// Lengths are public: different lengths return at once.
    public static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.count == second.count && CRYPTO_memcmp(first, second, first.count) == 0
    }
}
