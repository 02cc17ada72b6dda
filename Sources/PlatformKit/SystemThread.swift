/// A thread of its own for a body that blocks, because a thread of the cooperative pool must never wait. Let it go with
/// `detach`, or wait for its end with `join`.
///
/// `@unchecked Sendable`: every thread may use a handle, which is a pointer on some systems.
package struct SystemThread: @unchecked Sendable {
    private let handle: pthread_t

    /// Which threads go first when there are more threads than cores.
    package enum Priority: Sendable {
        case usual
        /// Threads of the usual priority go before it.
        case background
    }

    /// - Throws: `SystemThreadError` if the system has no threads left. The body is released without a call.
    package init(
        priority: Priority = .usual,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemThreadError) {
        let box = Unmanaged.passRetained(ThreadBody(priority, body))
        #if canImport(Darwin)
            var handle: pthread_t?
        #else
            var handle = pthread_t()
        #endif
        let code = pthread_create(&handle, nil, startThread, box.toOpaque())
        guard code == 0 else {
            box.release()
            throw SystemThreadError(code: code)
        }
        #if canImport(Darwin)
            guard let handle else { throw SystemThreadError(code: code) }
        #endif
        self.handle = handle
    }

    /// Names the calling thread for programs such as top(1). Linux keeps 15 bytes of the name (proc(5), `comm`).
    package static func nameCurrent(_ name: String) {
        #if canImport(Darwin)
            pthread_setname_np(name)
        #else
            // Swift does not see pthread_setname_np on Linux.
            let file = open("/proc/thread-self/comm", O_WRONLY)
            if file < 0 { return }
            _ = name.withCString { write(file, $0, strlen($0)) }
            close(file)
        #endif
    }

    package func detach() { pthread_detach(handle) }

    /// Waits for the thread's end, unless it is called on that thread.
    package func join() {
        if pthread_equal(handle, pthread_self()) == 0 { pthread_join(handle, nil) }
    }
}

/// Why there is no new thread: a code of errno(3).
package struct SystemThreadError: Error, Equatable, Sendable {
    package let code: Int32
}

private final class ThreadBody: Sendable {
    private let priority: SystemThread.Priority
    private let body: @Sendable () -> Void

    init(_ priority: SystemThread.Priority, _ body: @escaping @Sendable () -> Void) {
        (self.priority, self.body) = (priority, body)
    }

    /// Call this on the new thread, because it lowers its own priority.
    func run() {
        if priority == .background { lowerPriority() }
        body()
    }

    private func lowerPriority() {
        #if canImport(Darwin)
            setpriority(PRIO_DARWIN_THREAD, 0, PRIO_DARWIN_BG)
        #elseif canImport(Glibc)
            // Linux has a nice value for each thread, and 0 names the calling one (setpriority(2), "C library/kernel differences").
            let thread = __priority_which_t(PRIO_PROCESS.rawValue)
            setpriority(thread, 0, getpriority(thread, 0) + 10)
        #else
            setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 10)
        #endif
    }
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
