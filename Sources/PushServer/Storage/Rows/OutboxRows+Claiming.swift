internal import Shared

/// Which posts a claim takes. Posts to one host may be very many while it hangs, and must not hide those to others.
extension OutboxRows {
    /// How many of the posts that are due are looked at first.
    static let pageRows = 128

    /// The ways whose posts can be claimed, the one with the oldest post first. Then those of the oldest posts that wait for
    /// their pace.
    func waysToClaim(at time: MarketTime, for places: PostPlaces, among scope: ClaimScope) throws -> [WaitingWay] {
        let page: [SQLValue] = [.time(time), .count(Self.pageRows)]
        let oldest = try db.all(
            "SELECT account_id, delivery FROM outgoing_post WHERE due_ms <= ? ORDER BY due_ms, id LIMIT ?",
            page
        )
        if oldest.isEmpty { return [] }
        let known = try origins(
            """
            SELECT account_id, kind, key, version, value FROM record WHERE kind = ? AND account_id IN (
                SELECT account_id FROM outgoing_post WHERE due_ms <= ? ORDER BY due_ms, id LIMIT ?
            )
            """,
            page
        )
        let first = Self.ways(oldest, known)
        let (choice, pausing) = (places.choice(of: first, at: time), places.pausing(among: first, at: time))
        if !choice.isEmpty || oldest.count < Self.pageRows || scope == .oldest { return choice + pausing }
        let all = try db.all(
            """
            SELECT account_id, delivery, MIN(due_ms) AS oldest_ms FROM outgoing_post WHERE due_ms <= ?
            GROUP BY account_id, delivery ORDER BY oldest_ms, account_id, delivery
            """,
            [.time(time)]
        )
        let allKnown = try origins(
            """
            SELECT account_id, kind, key, version, value FROM record
            WHERE kind = ? AND account_id IN (SELECT account_id FROM outgoing_post)
            """,
            []
        )
        return places.choice(of: Self.ways(all, allKnown), at: time) + pausing
    }

    /// - Parameter sql: selects records of ways of delivery; its first value is their kind.
    private func origins(_ sql: String, _ values: [SQLValue]) throws -> [WaitingWay.ID: String] {
        var origins: [WaitingWay.ID: String] = [:]
        try db.each(sql, [.kind(RecordKind.delivery.number)] + values) { row in
            guard let way = DeliveryWay(row.record) else { return }
            origins[WaitingWay.ID(account: row.account("account_id"), delivery: way.id)] = way.address.origin
        }
        return origins
    }

    /// - Returns: each way once, where it is first.
    private static func ways(_ rows: [any SQLRow], _ origins: [WaitingWay.ID: String]) -> [WaitingWay] {
        var seen: Set<WaitingWay.ID> = []
        return rows.compactMap { row in
            let delivery = DeliveryID(rawValue: UInt64(bitPattern: row.number("delivery")))
            let id = WaitingWay.ID(account: row.account("account_id"), delivery: delivery)
            return seen.insert(id).inserted ? WaitingWay(id: id, origin: origins[id]) : nil
        }
    }

    /// Claims posts of these ways that are due, as long as there are places. Removes posts of a way that was removed.
    /// Posts about alerts wait for the end of their user's quiet hours, and all posts for their pace.
    func claim(_ ways: [WaitingWay], for places: PostPlaces, at time: MarketTime) throws -> [OutgoingPost] {
        var places = places
        var posts: [OutgoingPost] = []
        for way in ways where !places.areTaken { posts += try claim(way.id, for: &places, at: time) }
        return posts
    }

    private func claim(
        _ way: WaitingWay.ID,
        for places: inout PostPlaces,
        at time: MarketTime
    ) throws -> [OutgoingPost] {
        let users = UserRows(db: db)
        let key = DeliveryWay.key(of: way.delivery)
        guard let delivery = try users.record(key, of: way.account).flatMap(DeliveryWay.init) else {
            for row in try due(of: way, at: time) { try remove(row.number("id")) }
            return []
        }
        if let end = try users.quietHours(of: way.account)?.end(at: time) {
            for row in try due(of: way, at: time) where !row.isTest { try postpone(row.number("id"), to: end) }
        }
        var posts: [OutgoingPost] = []
        // The way may lead elsewhere than it did when it was chosen.
        let route = PostRoute(account: way.account, origin: delivery.address.origin)
        for row in try due(of: way, at: time, max: places.room(for: route, at: time)) {
            let (id, event) = (row.number("id"), row.event)
            if !row.isTest && event == nil {
                try remove(id)
                continue
            }
            try db.perform(
                """
                UPDATE outgoing_post SET due_ms = ?, claimed = TRUE, tries = tries + 1,
                    first_ms = COALESCE(first_ms, ?) WHERE id = ?
                """,
                [.time(time.adding(Self.claim)), .time(time), .int(id)]
            )
            places.take(route, at: time)
            posts.append(
                OutgoingPost(
                    id: id,
                    account: way.account,
                    delivery: delivery,
                    idempotencyKey: row.text("idempotency_key") ?? "",
                    event: row.isTest ? nil : event
                )
            )
        }
        // While they were due, they would hide younger posts of others, and a claim looks only at the oldest.
        if let end = places.pauseEnd(for: route, at: time) { try postpone(allOf: way, dueAt: time, to: end) }
        return posts
    }

    private func postpone(allOf way: WaitingWay.ID, dueAt time: MarketTime, to end: MarketTime) throws {
        try db.perform(
            """
            UPDATE outgoing_post SET due_ms = ?, claimed = FALSE WHERE id IN (
                SELECT id FROM outgoing_post WHERE account_id = ? AND delivery = ? AND due_ms <= ? \(db.claiming)
            )
            """,
            [.time(end), .account(way.account), way.delivery.column, .time(time)]
        )
    }

    /// The posts of a way that are due and that no other node is claiming. Those that have failed least often come first, and of
    /// these the oldest, however long each was postponed.
    private func due(
        of way: WaitingWay.ID,
        at time: MarketTime,
        max count: Int = Self.waitingMax + 1
    ) throws -> [any SQLRow] {
        if count == 0 { return [] }
        return try db.all(
            """
            SELECT id, idempotency_key, event_key, event, test FROM outgoing_post
            WHERE account_id = ? AND delivery = ? AND due_ms <= ? ORDER BY tries, id LIMIT ? \(db.claiming)
            """,
            [.account(way.account), way.delivery.column, .time(time), .count(count)]
        )
    }
}

extension SQLRow {
    /// Whether the post is a test message.
    fileprivate var isTest: Bool { number("test") != 0 }

    /// Nil if this program cannot read the event.
    fileprivate var event: AlertEvent? {
        guard let name = bytes("event_key"), let value = bytes("event") else { return nil }
        let key = RecordKey(kind: RecordKind.alertEvent.number, bytes: name)
        return AlertEvent(Record(key: key, value: value, version: 0))
    }
}
