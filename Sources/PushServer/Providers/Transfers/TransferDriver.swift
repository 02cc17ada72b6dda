import CCurl

/// Owns all transfers. It is created, used and released only on the transfer thread.
final class TransferDriver {
    private let multi: UnsafeMutableRawPointer
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]
    private var queue: HostQueue<PendingTransfer>

    /// How many connections each driver keeps open after their transfers. libcurl's default grows with the transfers that run at once.
    static let keptMax = 16
    /// How long an idle thread sleeps. New commands wake it.
    private static let idleMilliseconds: Int32 = 60_000

    init(_ multi: MultiHandle, inFlightPerHost: Int, waitingPerHost: Int) {
        self.multi = multi.pointer
        tickwire_curl_multi_set_long(self.multi, CURLMOPT_MAXCONNECTS, Self.keptMax)
        queue = HostQueue(runningMax: inFlightPerHost, waitingMax: waitingPerHost)
    }

    func carryOut(_ command: TransferCommand) {
        switch command {
        case .start(let pending):
            switch queue.add(pending, host: pending.request.host, isSpare: pending.request.isSpare) {
            case .start: begin(pending)
            case .wait: break
            case .refuse: pending.complete(.failure(.tooManyWaiting))
            }
        case .cancel(let id):
            cancel(id)
        }
    }

    /// Moves bytes without blocking, then delivers finished transfers.
    func advance() {
        var stillRunning: Int32 = 0
        curl_multi_perform(multi, &stillRunning)
        var code = CURLE_OK
        while let easy = tickwire_curl_next_finished(multi, &code) {
            guard let transfer = remove(easy) else { continue }
            transfer.pending.complete(transfer.result(code))
        }
    }

    /// Sleeps until a socket is ready, one of libcurl's timers is due, or a command wakes the thread.
    func wait() { curl_multi_poll(multi, nil, 0, Self.idleMilliseconds, nil) }

    func cancelAll() {
        for pending in queue.removeAllWaiting() { pending.complete(.failure(.cancelled)) }
        for easy in Array(running.keys) { remove(easy)?.pending.complete(.failure(.cancelled)) }
    }

    private func cancel(_ id: TransferID) {
        if let waiting = queue.remove(where: { $0.id == id }) {
            waiting.complete(.failure(.cancelled))
        } else if let (easy, _) = running.first(where: { $0.value.pending.id == id }) {
            // Removing an unfinished transfer closes its connection (or resets its HTTP/2 stream).
            remove(easy)?.pending.complete(.failure(.cancelled))
        }
    }

    private func begin(_ pending: PendingTransfer) {
        let transfer = Transfer(pending)
        running[transfer.easy] = transfer
        curl_multi_add_handle(multi, transfer.easy)
    }

    private func remove(_ easy: UnsafeMutableRawPointer) -> Transfer? {
        curl_multi_remove_handle(multi, easy)
        guard let transfer = running.removeValue(forKey: easy) else { return nil }
        let request = transfer.pending.request
        if let next = queue.finished(host: request.host, isSpare: request.isSpare) { begin(next) }
        return transfer
    }
}

/// A command from other threads to the transfer thread.
enum TransferCommand: Sendable {
    case start(PendingTransfer)
    case cancel(TransferID)
}

struct TransferID: Hashable, Sendable {
    let number: UInt64
}

/// A request with the receiver of its result. `complete` is called exactly once.
struct PendingTransfer: Sendable {
    let id: TransferID
    let request: TransferRequest
    let complete: @Sendable (Result<TransferredAnswer, TransferFailure>) -> Void
}

/// libcurl's set of transfers.
///
/// Unchecked: any thread may call `curl_multi_wakeup`, and the loop calls it only before `free()`. Everything else is
/// called only on the transfer thread. https://curl.se/libcurl/c/curl_multi_wakeup.html
struct MultiHandle: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    init() {
        precondition(Self.isLibraryReady, "libcurl cannot be initialised")
        guard let pointer = curl_multi_init() else { preconditionFailure("out of memory") }
        self.pointer = pointer
    }

    func wake() { curl_multi_wakeup(pointer) }
    func free() { curl_multi_cleanup(pointer) }

    /// Process-wide and never undone, as libcurl recommends for programs that use it until they end.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
