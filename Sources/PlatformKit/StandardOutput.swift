// `stdout` is a variable for C, although nobody sets it.
#if canImport(Darwin)
    @preconcurrency internal import Darwin
#elseif canImport(Musl)
    @preconcurrency internal import Musl
#else
    @preconcurrency internal import Glibc
#endif

package enum StandardOutput {
    /// Writes what is still buffered.
    /// - Returns: the error (errno(3)) that lost some of the output; nil if all of it is written, or if its reader has
    ///   stopped reading.
    package static func fault() -> Int32? {
        let isFlushed = fflush(stdout) == 0
        let code = errno
        if isFlushed, ferror(stdout) == 0 { return nil }
        return code == EPIPE ? nil : (isFlushed ? EIO : code)
    }
}
