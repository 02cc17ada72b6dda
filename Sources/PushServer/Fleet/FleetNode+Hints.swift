internal import Shared

/// Hints about users' tables, on their way to the leader and from there to the nodes that want them.
extension FleetNode {
    /// Takes what the user hub of this node reports.
    nonisolated var hints: NodeHints {
        // Unstructured, because the user hub must not wait for this actor. Nothing owns the tasks. Each waits only for
        // its turn on the actor, so it ends soon, and each carries whole values. Two tasks may run in the wrong order.
        // Hints name a version, so their order does not matter. An older set of users may replace a newer one until the
        // hub's next report. Meanwhile the nodes find changes by their comparison each second, as they do when a hint
        // is lost.
        NodeHints(
            changed: { hints in Task { await self.pass(hints) } },
            connected: { accounts in Task { await self.noteConnected(accounts) } },
            found: { tables in Task { await self.noteFound(tables) } }
        )
    }

    private func noteConnected(_ accounts: Set<AccountID>) {
        let users = Set(accounts.map(\.rawValue))
        ledger.secondPassed(users.intersection(interest.local))
        interest.local = users
        sendInterest()
    }

    private func noteFound(_ tables: [UserHint]) { ledger.found(tables) }

    func sendInterest() {
        guard let parentSend else { return }
        for frame in interest.frames(with: children.users) { parentSend(frame) }
    }

    private func pass(_ hints: [UserHint]) {
        for hint in hints { pass(hint) }
    }

    /// - Parameters:
    ///   - child: the following node that sent it; nil if none did.
    ///   - isFromParent: whether the followed node sent it.
    func pass(_ hint: UserHint, from child: ConnectionID? = nil, isFromParent: Bool = false) {
        hintsSent += 1
        if !isFromParent { parentSend?(.hint(hint)) }
        children.tell(hint, but: child)
        guard isFromParent || child != nil, interest.local.contains(hint.user) else { return }
        hintsHeard += 1
        ledger.heard(hint)
        dependencies.users.post(.hinted(hint))
    }
}
