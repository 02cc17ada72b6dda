package import Shared

/// The server's table of the user, the changes that the server has not confirmed, the table that results from both, and
/// the way to take changes back.
///
/// A refused change vanishes by itself, because the shown table is always the server's table with the pending changes
/// replayed by the server's own rules.
package struct OptimisticTable: Sendable {
    package private(set) var confirmed: UserTable
    package private(set) var visible: UserTable
    package var rules: RecordRules { didSet { if rules != oldValue { replay() } } }
    /// First the queues that earlier processes could not deliver, the oldest first, then this process's own. A
    /// connection delivers the first queue under its client id. New changes go to the last one.
    package private(set) var queues: [MutationQueue]
    private var undoStack = UndoStack()
    /// The effects of pending changes on keys, each from the last replay in which the change had an effect. Once the
    /// server's table contains a change, replaying it has no effect.
    private var touches: [PendingChange: [RecordKey: PendingTouch]] = [:]
    /// The histories with the effects of this replay, one for each queue.
    private var histories: [MutationHistory] = []
    /// What made each version of this replay.
    private var stamps: [UInt64: Stamp] = [:]
    /// Changes of the current queue that are in the server's table and wait only for their answers, and their effects.
    private var landed: [UInt64: MutationEffect] = [:]

    /// - Precondition: `queues` has at least this process's own queue.
    package init(_ table: UserTable = UserTable(), rules: RecordRules = RecordRules(), queues: [MutationQueue]) {
        precondition(!queues.isEmpty)
        (confirmed, visible, self.rules, self.queues) = (table, table, rules, queues)
        replay()
    }

    /// The queue that the connection delivers.
    package var current: MutationQueue { queues[0] }
    /// The queue to which this process adds changes.
    package var own: MutationQueue { queues[queues.count - 1] }

    package var pendingCount: Int { queues.reduce(0) { $0 + $1.pending.count } }

    // MARK: Changes

    /// - Returns: whether it changes anything. If not, there is nothing to send.
    /// - Throws: the server's refusal. Then nothing has changed.
    package mutating func enqueue(
        _ mutation: Mutation,
        at time: ContinuousClock.Instant
    ) throws(MutationRefusal) -> Bool {
        var isChange = false
        // Only a removal has several parts, and none of them is refused.
        for part in mutation.parts(of: rules.mutationBytes) where try enqueue(part: part, time) { isChange = true }
        return isChange
    }

    private mutating func enqueue(
        part mutation: Mutation,
        _ time: ContinuousClock.Instant
    ) throws(MutationRefusal) -> Bool {
        let number = own.lastNumber + 1
        let effect = try add(mutation) { !$0.touched.isEmpty }
        if effect.touched.isEmpty { return false }
        // A message that the user has seen stays seen.
        if effect.touched.keys.allSatisfy({ rules.isServers($0.kind) }) {
            undoStack.reached(number)
            return true
        }
        let former = effect.touched.map { key, touch in
            (key, UndoStep.Former(origin: origin(of: touch, at: key), isOwned: touch.isOwned))
        }
        undoStack.note(number, former: Dictionary(former) { $1 }, at: time)
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

    /// The place of the latest change that can be taken back; 0 if there is none.
    package var undoPlace: UInt64 { undoStack.latest?.place ?? 0 }

    /// What an undo of the latest change would do now; nil if there is nothing to take back.
    package var undoing: Undoing? {
        guard let step = undoStack.latest else { return nil }
        var after = visible
        let mutation = step.mutation(of: own.clientID)
        do throws(MutationRefusal) {
            let effect = try after.apply(mutation, within: rules, after: histories[queues.count - 1])
            return Undoing(of: step, before: visible, after: after, keys: effect.touched.keys.sorted())
        } catch {
            return Undoing(of: step, before: visible, after: visible, keys: [], refusal: error)
        }
    }

    /// Takes back the latest change, except what others have changed since.
    /// - Returns: whether there is something to deliver.
    /// - Throws: the server's refusal. The change can still be taken back.
    package mutating func undo() throws(MutationRefusal) -> Bool {
        guard let step = undoStack.latest else { return false }
        // While answers are missing, the server may know more than this terminal, so let it decide.
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

    /// - Throws: an error if the server's whole table is needed.
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

    /// The versions of another database mean something else, so nothing can be taken back.
    package mutating func changedStore() {
        undoStack.removeAll()
    }

    /// The server has done a change of the current queue.
    /// - Parameter version: the version of the table with its effect.
    package mutating func applied(_ number: UInt64, version: UInt64, isChange: Bool) {
        let change = PendingChange(client: current.clientID, number: number)
        var effect = MutationEffect(version: version)
        let touches = touches.removeValue(forKey: change) ?? [:]
        // If it changed nothing, somebody else had done the same just before, so there is nothing to take back.
        for (key, touch) in isChange ? touches : [:] {
            guard confirmed.lastChange(of: key) >= version else { continue }
            effect.touched[key] = touch.settled
        }
        let table = confirmed
        undoStack.redirect { key, origin in
            // If a later change has touched the key already, keep naming it by its number.
            guard origin == .pending(change), let record = table[key], record.version <= version else { return origin }
            return .version(record.version, hash: Record.hash(of: record.value, at: key))
        }
        settleTouches(of: change, at: version)
        queues[0].settle(number, effect)
        let isAsForeseen = landed.removeValue(forKey: number)?.version == version && isChange
        stamps[version] = nil
        if !isAsForeseen || pendingCount == 0 { replay() }
    }

    /// The server has refused a change of the current queue, so there is nothing to take back.
    package mutating func refused(_ number: UInt64) {
        touches[PendingChange(client: current.clientID, number: number)] = nil
        if queues.count == 1 { undoStack.remove(number) }
        queues[0].settle(number, nil)
        landed[number] = nil
        replay()
    }

    /// Gives up the changes that are larger than a frame, because an operator has lowered the limit. An empty change
    /// takes the place and number of each.
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

    /// There is a connection, so pending changes and new ones go out.
    mutating func sendsAll() { queues[0].sendsAll() }

    /// Gives up the changes of the current queue that were sent and not answered.
    /// - Returns: how many changes these are.
    mutating func dropSent() -> Int {
        defer { startOver() }
        return queues[0].dropSent()
    }

    /// The current queue continues under another client id. Changes that were confirmed under the old one can no longer
    /// be taken back.
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

    /// Goes on to the next queue if the current one is delivered and nothing will be added to it.
    /// - Returns: the delivered queue.
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

    /// The server has done the current queue's changes up to this one, with the effects that were shown here.
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
                // A change that the server will refuse shows no effect here either.
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

    /// The versions of a replay are valid within it only.
    private func origin(of touch: MutationEffect.Touch, at key: RecordKey) -> Origin {
        guard let former = touch.former else { return .nothing }
        return stamps[touch.replaced].map { Origin.pending($0.change) }
            ?? .version(touch.replaced, hash: Record.hash(of: former, at: key))
    }
}
