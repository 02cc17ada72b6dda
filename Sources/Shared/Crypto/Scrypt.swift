import COpenSSL

/// The scrypt password hash (RFC 7914).
public enum Scrypt {
    /// Derives `length` bytes. `n` is the cost (a power of two), `r` the block size, `p` the parallelization.
    ///
    /// Takes about 128 * n * r bytes of memory and, by design, long: never call it on an event loop.
    public static func derive(
        password: [UInt8],
        salt: [UInt8],
        n: UInt64,
        r: UInt64,
        p: UInt64,
        length: Int
    ) throws(TLSError) -> [UInt8] {
        let memory = try memoryLimit(n: n, r: r, p: p)
        var derived = [UInt8](repeating: 0, count: length)
        TLSFailure.clearQueue()
        let done = password.withUnsafeBytes { secret in
            EVP_PBE_scrypt(
                secret.baseAddress?.assumingMemoryBound(to: CChar.self),
                password.count,
                salt,
                salt.count,
                n,
                r,
                p,
                memory,
                &derived,
                length
            )
        }
        guard done == 1 else { throw .library(TLSFailure.drainQueue()) }
        return derived
    }

    /// By default, OpenSSL refuses more than 32 MiB. The need is known (RFC 7914, section 6), so allow exactly that,
    /// with room for rounding.
    private static func memoryLimit(n: UInt64, r: UInt64, p: UInt64) throws(TLSError) -> UInt64 {
        guard n < 1 << 30, r < 1 << 16, p < 1 << 16 else {
            throw .library(TLSFailure(library: "scrypt", reason: "the cost parameters are too large"))
        }
        return 128 * r * (n + p + 2) + 1024 * 1024
    }
}
