internal import NIOPosix

/// Where passwords are hashed: each takes 70 ms and 32 MiB, so few are worked on at a time, on threads of their own and no event loop.
struct HashingThreads: Sendable {
    static let count = 2

    private let threads = NIOThreadPool(numberOfThreads: count)

    init() { threads.start() }

    /// Waits until one of the threads is free.
    /// - Throws: what `work` throws, and an error of the pool's after `shutdown`.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await threads.runIfActive(work)
    }

    /// What is under way is finished.
    func shutdown() async { try? await threads.shutdownGracefully() }
}
