import CCurl
import NIOPosix
import Synchronization

/// The thread that runs all transfers, as other threads see it: an inbox of commands and a wake-up.
///
/// Nothing here blocks a caller: commands are appended under a lock, and the thread is woken from `curl_multi_poll`.
final class TransferLoop: Sendable {
    private struct Inbox {
        var commands: [TransferCommand] = []
        var isOpen = true
        var lastID: UInt64 = 0
    }

    private let inbox = Mutex(Inbox())
    private let multi: MultiHandle
    private let thread = NIOThreadPool(numberOfThreads: 1)

    init(inFlightPerHost: Int, waitingPerHost: Int) {
        let multi = MultiHandle()
        self.multi = multi
        thread.start()
        thread.submit { [self] _ in
            run(TransferDriver(multi, inFlightPerHost: inFlightPerHost, waitingPerHost: waitingPerHost))
        }
    }

    func transfer(_ request: TransferRequest) async throws(TransferFailure) -> TransferredAnswer {
        let id = inbox.withLock { inbox in
            inbox.lastID += 1
            return TransferID(number: inbox.lastID)
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(PendingTransfer(id: id, request: request) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            post(.cancel(id))
        }
        return try result.get()
    }

    /// Cancels running transfers, then joins the thread.
    func shutdown() async {
        inbox.withLock { inbox in
            guard inbox.isOpen else { return }
            inbox.isOpen = false
            multi.wake()
        }
        // The pool's only error is an earlier shutdown, which is fine.
        try? await thread.shutdownGracefully()
    }

    private func start(_ transfer: PendingTransfer) {
        guard post(.start(transfer)) else { return transfer.complete(.failure(.cancelled)) }
        // If the task was cancelled before the transfer was posted, the cancellation could not find it.
        if Task.isCancelled { post(.cancel(transfer.id)) }
    }

    /// - Returns: false if the loop no longer takes commands.
    @discardableResult
    private func post(_ command: TransferCommand) -> Bool {
        inbox.withLock { inbox in
            guard inbox.isOpen else { return false }
            inbox.commands.append(command)
            multi.wake()
            return true
        }
    }

    private func run(_ driver: TransferDriver) {
        while let commands = takeCommands() {
            for command in commands { driver.carryOut(command) }
            driver.advance()
            driver.wait()
        }
        let unread = inbox.withLock { inbox in
            defer { inbox.commands = [] }
            return inbox.commands
        }
        for case .start(let transfer) in unread { transfer.complete(.failure(.cancelled)) }
        driver.cancelAll()
        multi.free()
    }

    private func takeCommands() -> [TransferCommand]? {
        inbox.withLock { inbox in
            guard inbox.isOpen else { return nil }
            defer { inbox.commands = [] }
            return inbox.commands
        }
    }
}
