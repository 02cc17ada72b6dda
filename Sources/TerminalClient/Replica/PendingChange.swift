import Shared

/// A change that the server has not confirmed, whichever process made it.
struct PendingChange: Hashable, Sendable {
    let client: ClientID
    let number: UInt64
}

/// What made a version of a replay. If the server's table reaches that version with the same hash, it contains the
/// change and everything that was replayed before it.
struct Stamp: Sendable {
    let change: PendingChange
    let hash: UInt64
}

/// What gave a key its value.
enum Origin: Hashable, Sendable {
    case nothing
    case version(UInt64, hash: UInt64)
    case pending(PendingChange)
}

/// What a pending change did to one key. The versions that pending changes will make are not known yet.
struct PendingTouch: Sendable {
    private(set) var touch: MutationEffect.Touch
    /// The change whose version was replaced. Below is the change whose version came back.
    private(set) var replaced: PendingChange?
    private(set) var restored: PendingChange?

    init(_ touch: MutationEffect.Touch, replaced: PendingChange?, restored: PendingChange?) {
        (self.touch, self.replaced, self.restored) = (touch, replaced, restored)
    }

    mutating func settle(_ change: PendingChange, at version: UInt64) {
        if replaced == change { (touch.replaced, replaced) = (version, nil) }
        if restored == change { (touch.restored, restored) = (version, nil) }
    }

    /// 0 stands for an unknown version.
    var settled: MutationEffect.Touch {
        var touch = touch
        if replaced != nil { touch.replaced = 0 }
        if restored != nil { touch.restored = 0 }
        return touch
    }
}
