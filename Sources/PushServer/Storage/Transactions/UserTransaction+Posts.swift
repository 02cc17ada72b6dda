internal import Shared

/// Posts to other hosts: the rows for alerts that fire and for test messages, and the outcomes of tries.
extension UserTransaction {
    private var outbox: OutboxRows { OutboxRows(db: rows.session) }

    /// Adds one post for each way of delivery, in the transaction in which the alert fires.
    mutating func post(_ effect: MutationEffect, in table: inout UserTable, of account: AccountID) throws {
        let time = time
        let events = effect.touched.keys.filter { $0.kind == RecordKind.alertEvent.number }.compactMap { table[$0] }
        for event in events {
            for delivery in table.deliveries {
                let key = idempotencyKey(account, delivery.id, "event", AlertEvent(event)?.number ?? 0)
                let lost = try outbox.add(event, to: delivery.id, of: account, key: key, at: time)
                if lost == 0 { continue }
                lostPosts += lost
                try note(delivery.id, in: &table, of: account) { state in
                    state.lost += UInt32(lost)
                    (state.lostAt, state.problem) = (time, "more than \(OutboxRows.waitingMax) alerts were waiting")
                }
            }
        }
    }

    /// Adds a test message for each way whose user has asked for one. An undo asks for none.
    func postTests(_ effect: MutationEffect, in table: UserTable, of account: AccountID) throws {
        for (key, touch) in effect.touched where key.kind == RecordKind.delivery.number && touch.restored == 0 {
            guard let record = table[key], let delivery = DeliveryWay(record), delivery.test != 0 else { continue }
            let former = touch.former.flatMap { DeliveryWay(Record(key: key, value: $0, version: 0)) }
            if former?.test == delivery.test { continue }
            let last = table.state(of: delivery.id)?.testedAt ?? MarketTime(milliseconds: 0)
            try outbox.add(
                test: delivery.test,
                to: delivery.id,
                of: account,
                key: idempotencyKey(account, delivery.id, "test", UInt64(delivery.test)),
                due: max(time, min(last, time).adding(OutboxRows.testPause))
            )
        }
    }

    /// Posts that wait for the end of quiet hours can be claimed again when the user changes the hours.
    func wakePosts(_ effect: MutationEffect, of account: AccountID) throws {
        let key = Settings.quietHours.key
        guard let touch = effect.touched[key] else { return }
        let record = touch.former.map { Record(key: key, value: $0, version: 0) }
        let former = UserTable(version: 0, records: [record].compactMap(\.self)).quietHours
        try outbox.wake(account, waitingFor: former?.end(at: time), at: time)
    }

    /// Stores the outcome of a try.
    mutating func settle(_ outcome: PostOutcome, in table: inout UserTable, of account: AccountID) throws {
        let time = time
        guard let row = try outbox.waiting(outcome.post, of: account) else { return }
        if row.test != 0 {
            try outbox.remove(outcome.post)
            try note(outcome.delivery, in: &table, of: account) { state in
                (state.test, state.testedAt, state.testProblem) = (row.test, time, outcome.problem ?? "")
            }
            return
        }
        switch outcome.result {
        case .delivered:
            try outbox.remove(outcome.post)
            try note(outcome.delivery, in: &table, of: account) { state in
                if state.phase != .delivered { (state.phase, state.since) = (.delivered, time) }
            }
        case .failed(let problem, let retryAfter):
            let next = PostRetry.next(
                after: row.tries,
                since: row.firstTry,
                retryAfter: retryAfter,
                at: time,
                jitter: outcome.jitter
            )
            if let next {
                try outbox.postpone(outcome.post, to: next)
            } else {
                try outbox.remove(outcome.post)
                lostPosts += 1
            }
            try note(outcome.delivery, in: &table, of: account) { state in
                if state.phase != .failing { (state.phase, state.since, state.problem) = (.failing, time, problem) }
                if next == nil {
                    state.lost += 1
                    (state.lostAt, state.problem) = (time, problem)
                }
            }
        }
    }

    /// Changes the server's note about a way. A way that was removed gets none.
    private mutating func note(
        _ delivery: DeliveryID,
        in table: inout UserTable,
        of account: AccountID,
        _ change: (inout DeliveryState) -> Void
    ) throws {
        guard table.delivery(delivery) != nil else { return }
        let held = table.state(of: delivery)
        var state = held ?? DeliveryState(delivery: delivery)
        change(&state)
        if state == held { return }
        guard let effect = try? table.apply(Mutation([state.update]), within: rules, by: .server) else { return }
        try keep(effect, in: table, of: account)
    }

    /// In one database, no two messages of a user have the same key.
    private func idempotencyKey(_ account: AccountID, _ way: DeliveryID, _ what: String, _ number: UInt64) -> String {
        let name = "\(store.rawValue) \(account.rawValue) \(way.rawValue) \(what) \(number)"
        return SHA256.hash(name.utf8).prefix(16).hexadecimal
    }
}

extension PostOutcome {
    /// Nil if the message was delivered.
    fileprivate var problem: String? { if case .failed(let problem, _) = result { problem } else { nil } }
}
