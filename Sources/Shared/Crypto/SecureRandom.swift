import COpenSSL

/// Random bytes fit for keys and tokens.
public enum SecureRandom {
    /// Stops the process if the system has no randomness to give: nothing that needs it can go on safely.
    public static func bytes(_ count: Int) -> [UInt8] {
        precondition(count >= 0, "a negative number of random bytes")
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            precondition(RAND_bytes(buffer.baseAddress, Int32(count)) == 1, "the system gives no random bytes")
            initialized = count
        }
    }
}
