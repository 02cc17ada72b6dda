package import Shared

/// The user's table as the server has it, the changes that it has not confirmed, what the user is to see of both, and how to
/// take changes back.
///
/// A refused change vanishes by itself, because what is seen is always the server's table with the pending changes replayed, by
/// the rules that the server does them by.
package struct OptimisticTable: Sendable {
    package private(set) var confirmed: UserTable
    package private(set) var visible: UserTable
    package var rules: RecordRules { didSet { if rules != oldValue { replay() } } }
    /// What earlier processes could not deliver, the oldest first, then this process's own changes. A connection delivers for
    /// one client id, the first one's; new changes always go to the last.
    package private(set) var queues: [MutationQueue]
    private var undoStack = UndoStack()
    /// What pending changes have done to keys, in the last replay in which they did something: once the server's table holds a
    /// change, replaying it shows nothing.
    private var touches: [PendingChange: [RecordKey: PendingTouch]] = [:]
    /// With what this replay has done, for each queue.
    private var histories: [MutationHistory] = []
    /// What made each version of this replay.
    private var stamps: [UInt64: Stamp] = [:]
    /// Changes of the current queue that wait for their answers alone, and what they did: `confirmed` holds them.
    private var landed: [UInt64: MutationEffect] = [:]

    /// - Precondition: `queues` has at least this process's own.
    package init(_ table: UserTable = UserTable(), rules: RecordRules = RecordRules(), queues: [MutationQueue]) {
        precondition(!queues.isEmpty)
        (confirmed, visible, self.rules, self.queues) = (table, table, rules, queues)
        replay()
    }

    /// Whose changes the connection delivers.
    package var current: MutationQueue { queues[0] }
    /// To which this process adds.
    package var own: MutationQueue { queues[queues.count - 1] }

    package var pendingCount: Int { queues.reduce(0) { $0 + $1.pending.count } }

    // MARK: Changes

    /// - Parameter end: until when it can be taken back; nil: as long as it is the latest.
    /// - Returns: whether it changes anything. If it does not, nothing is to be done.
    /// - Throws: what the server would answer. Nothing was changed then.
    package mutating func enqueue(
        _ mutation: Mutation,
        undoableUntil end: ContinuousClock.Instant? = nil
    ) throws(MutationRefusal) -> Bool {
        var isChange = false
        // Only a removal has several parts, and none of those is refused.
        for part in mutation.parts(of: rules.mutationBytes) where try enqueue(part: part, end) { isChange = true }
        return isChange
    }

    private mutating func enqueue(
        part mutation: Mutation,
        _ end: ContinuousClock.Instant?
    ) throws(MutationRefusal) -> Bool {
        let number = own.lastNumber + 1
        let effect = try add(mutation) { !$0.touched.isEmpty }
        if effect.touched.isEmpty { return false }
        let former = effect.touched.map { key, touch in
            (key, UndoStep.Former(origin: origin(of: touch, at: key), isOwned: touch.isOwned))
        }
        undoStack.note(UndoStep(number: number, former: Dictionary(former) { $1 }, end: end))
        return true
    }

    private mutating func add(
        _ mutation: Mutation,
        if isToBeDone: (MutationEffect) -> Bool
    ) throws(MutationRefusal) -> MutationEffect {
        let numbered = NumberedMutation(number: own.lastNumber + 1, mutation: mutation)
        let effect = try perform(numbered, ofQueue: queues.count - 1)
        if isToBeDone(effect) { queues[queues.count - 1].enqueue(mutation) }
        return effect
    }

    // MARK: Undo

    /// What taking the latest change back would do now; nil where there is nothing to take back.
    package func undoing(at now: ContinuousClock.Instant) -> Undoing? {
        guard let step = undoStack.latest(at: now) else { return nil }
        var after = visible
        let mutation = step.mutation(of: own.clientID)
        do throws(MutationRefusal) {
            let effect = try after.apply(mutation, within: rules, after: histories[queues.count - 1])
            return Undoing(before: visible, after: after, keys: effect.touched.keys.sorted(), of: step.former.count)
        } catch {
            return Undoing(before: visible, after: visible, keys: [], of: step.former.count, refusal: error)
        }
    }

    /// Takes the latest change back, where nobody else has changed what it touched.
    /// - Returns: whether there is something to deliver.
    /// - Throws: what the server would answer. The change can still be taken back.
    package mutating func undo(at now: ContinuousClock.Instant) throws(MutationRefusal) -> Bool {
        guard let step = undoStack.latest(at: now) else { return false }
        // While answers are missing, the server may know more than is shown here: then it decides.
        let isUnsure = !own.pending.isEmpty
        let effect = try add(step.mutation(of: own.clientID)) { isUnsure || !$0.touched.isEmpty }
        undoStack.removeLatest()
        return isUnsure || !effect.touched.isEmpty
    }

    // MARK: From the server

    package mutating func received(_ table: UserTable) {
        confirmed = table
        startOver()
    }

    /// - Throws: the server's table is to be asked for.
    package mutating func received(_ diff: UserDiff) throws(UserTableError) {
        if diff.from == confirmed.version, let stamp = stamps[diff.to], stamp.hash == diff.hash,
            stamp.change.client == current.clientID
        {
            try confirmed.apply(diff)
            landed(through: stamp.change.number)
        } else {
            defer { replay() }
            try confirmed.apply(diff)
        }
    }

    /// Versions of another database mean something else: there is no way back to them.
    package mutating func changedStore() {
        undoStack = UndoStack()
    }

    /// The server has done a change of the current queue.
    /// - Parameter version: of the table that holds its effect.
    package mutating func applied(_ number: UInt64, version: UInt64, isChange: Bool) {
        let change = PendingChange(client: current.clientID, number: number)
        var effect = MutationEffect(version: version)
        let touches = touches.removeValue(forKey: change) ?? [:]
        // Otherwise somebody else had done the same just before, and there was nothing left to do.
        for (key, touch) in isChange ? touches : [:] {
            guard confirmed.lastChange(of: key) >= version else { continue }
            effect.touched[key] = touch.settled
        }
        let table = confirmed
        undoStack.redirect { key, origin in
            // Where a later one has changed it already, the number goes on naming it.
            guard origin == .pending(change), let record = table[key], record.version <= version else { return origin }
            return .version(record.version, hash: Record.hash(of: record.value, at: key))
        }
        settleTouches(of: change, at: version)
        queues[0].settle(number, effect)
        let isAsForeseen = landed.removeValue(forKey: number)?.version == version && isChange
        stamps[version] = nil
        if !isAsForeseen || pendingCount == 0 { replay() }
    }

    /// The server has refused a change of the current queue: there is nothing to take back.
    package mutating func refused(_ number: UInt64) {
        touches[PendingChange(client: current.clientID, number: number)] = nil
        if queues.count == 1 { undoStack.remove(number) }
        queues[0].settle(number, nil)
        landed[number] = nil
        replay()
    }

    /// Gives up the changes that no longer fit into a frame to the server because an operator has lowered the limit. An empty
    /// change uses up the number of each.
    /// - Returns: the size of each in bytes.
    mutating func giveUp(largerThan limit: Int) -> [Int] {
        let given = queues[0].empty { ClientFrame.mutation($0).bodyLength > limit }
        if given.isEmpty { return [] }
        for mutation in given {
            touches[PendingChange(client: current.clientID, number: mutation.number)] = nil
            if queues.count == 1 { undoStack.remove(mutation.number) }
        }
        startOver()
        return given.map { ClientFrame.mutation($0).bodyLength }
    }

    mutating func agreement(withSettled number: UInt64, forgotten: MarketTime?) -> MutationQueue.Agreement {
        queues[0].agreement(withSettled: number, forgotten: forgotten)
    }

    /// A connection has begun that delivers the current queue.
    mutating func welcomed(at time: MarketTime) { queues[0].welcomed(at: time) }

    /// There is a connection: what is pending goes out with what is added.
    mutating func sendsAll() { queues[0].sendsAll() }

    /// What the current queue has sent and nobody has answered is given up.
    /// - Returns: how many changes these are.
    mutating func dropSent() -> Int {
        defer { startOver() }
        return queues[0].dropSent()
    }

    /// The current queue goes on under another client id. What was confirmed under the old one cannot be taken back any more.
    mutating func renumber(as clientID: ClientID) {
        let (old, isOwn) = (current.clientID, queues.count == 1)
        let numbers = queues[0].renumber(as: clientID)
        if isOwn { undoStack.renumber(by: numbers) }
        undoStack.redirect { _, origin in
            guard case .pending(let change) = origin, change.client == old else { return origin }
            return numbers[change.number].map { .pending(PendingChange(client: clientID, number: $0)) }
        }
        touches = [:]
        startOver()
    }

    /// Goes on to the next queue if the current one has delivered all that it will ever hold.
    /// - Returns: the queue that is done.
    package mutating func advance() -> MutationQueue? {
        guard queues.count > 1, current.pending.isEmpty else { return nil }
        defer { startOver() }
        return queues.removeFirst()
    }

    private mutating func settleTouches(of change: PendingChange, at version: UInt64) {
        for (other, keys) in touches {
            for (key, touch) in keys where touch.replaced == change || touch.restored == change {
                touches[other]?[key]?.settle(change, at: min(version, confirmed.lastChange(of: key)))
            }
        }
    }

    // MARK: Replay

    /// The server has done the current queue's changes up to this one, just as they were shown here.
    private mutating func landed(through number: UInt64) {
        for numbered in current.pending where numbered.number <= number {
            landed[numbered.number] = histories[0][numbered.number] ?? MutationEffect(version: 0)
        }
    }

    private mutating func startOver() {
        landed = [:]
        replay()
    }

    private mutating func replay() {
        visible = confirmed
        stamps = [:]
        histories = queues.map(\.history)
        for numbered in current.pending {
            if let effect = landed[numbered.number] { histories[0].append(effect, of: numbered.number) }
        }
        for (index, queue) in queues.enumerated() {
            for numbered in queue.pending where index > 0 || landed[numbered.number] == nil {
                // A change that the server will refuse shows nothing here either.
                _ = try? perform(numbered, ofQueue: index)
            }
        }
    }

    private mutating func perform(
        _ numbered: NumberedMutation,
        ofQueue index: Int
    ) throws(MutationRefusal) -> MutationEffect {
        let effect = try visible.apply(numbered.mutation, within: rules, after: histories[index])
        histories[index].append(effect, of: numbered.number)
        if effect.touched.isEmpty { return effect }
        let change = PendingChange(client: queues[index].clientID, number: numbered.number)
        stamps[effect.version] = Stamp(change: change, hash: visible.hash)
        for (key, touch) in effect.touched {
            touches[change, default: [:]][key] = PendingTouch(
                touch,
                replaced: stamps[touch.replaced]?.change,
                restored: stamps[touch.restored]?.change
            )
        }
        return effect
    }

    /// The versions of a replay hold for it alone.
    private func origin(of touch: MutationEffect.Touch, at key: RecordKey) -> Origin {
        guard let former = touch.former else { return .nothing }
        return stamps[touch.replaced].map { Origin.pending($0.change) }
            ?? .version(touch.replaced, hash: Record.hash(of: former, at: key))
    }
}
