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
    /// - Returns: the number of the error because of which some of the output is lost (errno(3)); nil if all of it is
    ///   written, or if whoever reads it has stopped.
    package static func fault() -> Int32? {
        let isFlushed = fflush(stdout) == 0
        let code = errno
        if isFlushed, ferror(stdout) == 0 { return nil }
        return code == EPIPE ? nil : (isFlushed ? EIO : code)
    }
}
