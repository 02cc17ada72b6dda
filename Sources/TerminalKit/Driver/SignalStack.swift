#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A stack for the crash handler, because the usual stack may be full. It belongs to the thread that takes the
/// terminal, which is the main one, and is never freed.
enum SignalStack {
    private static let bytes = 1 << 16

    static func prepare() {
        var present = stack_t()
        // The Swift runtime's backtracer or a sanitizer may have given this thread a stack already.
        if sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) == 0 { return }
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        stack.ss_size = bytes
        sigaltstack(&stack, nil)
    }
}
