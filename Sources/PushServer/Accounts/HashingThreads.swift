internal import NIOPosix

/// The threads that hash passwords. Each hash takes 70 ms and 32 MiB, so only a few run at a time, and none on an
/// event loop.
struct HashingThreads: Sendable {
    static let count = 2

    private let threads = NIOThreadPool(numberOfThreads: count)

    init() { threads.start() }

    /// Waits until a thread is free.
    /// - Throws: the error of `work`, or the pool's error after `shutdown`.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await threads.runIfActive(work)
    }

    /// Waits until the running hashes are finished.
    func shutdown() async { try? await threads.shutdownGracefully() }
}
