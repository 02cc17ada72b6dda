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
