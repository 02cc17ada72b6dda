import PlatformKit

/// A thread for one call that blocks, because a thread of the cooperative pool must never wait.
enum DetachedThread {
    static func run(_ body: @escaping @Sendable () -> Void) {
        do throws(SystemThreadError) {
            try SystemThread(body).detach()
        } catch {
            // The system has no threads left. Waiting here is better than never.
            body()
        }
    }
}
