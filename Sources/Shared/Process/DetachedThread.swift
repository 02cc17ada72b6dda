#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A thread for one call that blocks, because a thread of the cooperative pool must never wait.
enum DetachedThread {
    static func run(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(ThreadBody(body))
        #if canImport(Darwin)
            var handle: pthread_t?
        #else
            var handle = pthread_t()
        #endif
        guard pthread_create(&handle, nil, startThread, box.toOpaque()) == 0 else {
            // The system has no threads left. Waiting here is better than never.
            return box.takeRetainedValue().run()
        }
        #if canImport(Darwin)
            if let handle { pthread_detach(handle) }
        #else
            pthread_detach(handle)
        #endif
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
    private func startThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
#else
    private func startThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
    }
#endif
