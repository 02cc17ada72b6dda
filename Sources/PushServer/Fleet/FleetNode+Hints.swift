internal import Shared

/// Hints about users' tables, on their way to the leader and from there to the nodes that want them.
extension FleetNode {
    /// Takes what the user hub of this node reports.
    nonisolated var hints: NodeHints {
        // Unstructured, because the user hub must not wait for this actor. Nothing cancels the tasks. Each waits only for
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
        routes.noteConnected(accounts)
        sendInterest()
    }

    private func noteFound(_ tables: [UserHint]) { routes.noteFound(tables) }

    func sendInterest() {
        guard let parentSend else { return }
        for frame in routes.interestFrames() { parentSend(frame) }
    }

    private func pass(_ hints: [UserHint]) {
        for hint in hints { pass(hint, from: .here) }
    }

    func pass(_ hint: UserHint, from source: HintRoutes.Source) {
        let (toParent, toUsers) = routes.pass(hint, from: source)
        if let toParent { parentSend?(toParent) }
        if let toUsers { dependencies.users.post(toUsers) }
    }
}
