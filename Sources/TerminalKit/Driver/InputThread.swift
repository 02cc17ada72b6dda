#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread for a loop that blocks, because a thread of the cooperative pool must never wait for a key.
struct InputThread {
    private let handle: pthread_t

    init(_ body: @escaping @Sendable () -> Void) throws(TerminalError) {
        let box = Unmanaged.passRetained(ThreadBody(body))
        #if canImport(Darwin)
            var handle: pthread_t?
        #else
            var handle = pthread_t()
        #endif
        let code = pthread_create(&handle, nil, startThread, box.toOpaque())
        guard code == 0 else {
            box.release()
            throw .thread(code: code)
        }
        #if canImport(Darwin)
            guard let handle else { throw .thread(code: code) }
        #endif
        self.handle = handle
    }

    /// Waits for the thread's end, unless it is called on that thread.
    func join() {
        if pthread_equal(handle, pthread_self()) == 0 { pthread_join(handle, nil) }
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
