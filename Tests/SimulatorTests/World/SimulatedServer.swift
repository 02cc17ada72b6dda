import Shared

@testable import PushServer

/// One life of the server process: its rules without sockets, threads and clocks. The database outlives it.
@MainActor
final class SimulatedServer {
    /// What becomes of a batch of the users' events.
    enum Settling: CaseIterable {
        case stored
        case diskFull
        case killedBeforeCommit
        case killedAfterCommit
    }

    let limits: SessionLimits
    let epoch: MarketEpoch
    /// A diff of more rows counts as larger than a frame.
    let diffRowsMax: Int
    private(set) var book: MarketBook
    let shards: [SimulatedShard]
    private(set) var ends: [ServerEnd] = []
    private(set) var absences: [Presence.Absence] = []
    private var desk: UserDesk
    private let mailbox = Mailbox<UserHub.Event>()
    private var waiting: [UserHub.Event] = []
    private let world: Simulation
    private var lastEnd: UInt64 = 0

    init(_ world: Simulation, epoch: MarketEpoch, book: MarketBook) {
        (self.world, self.epoch, self.book) = (world, epoch, book)
        (limits, diffRowsMax) = (world.limits, world.diffRowsMax)
        shards = (0..<2).map { _ in SimulatedShard(book.table) }
        desk = UserDesk(terminalsMax: world.terminalsMax)
    }

    var greeting: Greeting { Greeting(limits: limits, epoch: epoch) { MarketTime(milliseconds: 0) } }
    var hasEvents: Bool {
        waiting += mailbox.takeAll()
        return !waiting.isEmpty
    }

    func account(of token: TokenHash) -> Account { world.account(of: token) }
    func post(_ event: UserHub.Event) { mailbox.post(event) }

    // MARK: Connections

    func accept(_ wire: Wire, shard: Int) {
        lastEnd += 1
        ends.append(ServerEnd(id: TerminalID(rawValue: lastEnd), wire: wire, shard: shards[shard], server: self))
    }

    func removeEnded() { ends.removeAll(where: \.hasEnded) }

    // MARK: Market

    func take(_ news: SimulatedProviders.News, at time: MarketTime) {
        let diff: MarketDiff? =
            switch news {
            case .listing(let listing): book.arrived(listing, "listing", now: time)
            case .tickers(let board): book.arrived(board, "tickers", now: time)
            case .failure(let kind, let error): book.failed(kind, error, retryAt: time, now: time)
            case .pairs(let pairs): assign(pairs, at: time)
            }
        guard let diff else { return }
        for shard in shards { shard.hand(diff) }
    }

    private func assign(_ pairs: PairBook, at time: MarketTime) -> MarketDiff? {
        book.assign(pairs)
        return book.answered(.pairs, "pairs", now: time)
    }

    func tickArrives(at shard: SimulatedShard) throws {
        try shard.takeTick()
        for end in ends where end.shard === shard { try end.marketMoved() }
    }

    // MARK: Users

    /// Takes all events that wait, as the hub does.
    /// - Returns: false if the process did not survive.
    func settle(_ how: Settling, at time: MarketTime) throws -> Bool {
        guard hasEvents else { return true }
        let events = waiting
        waiting = []
        var work: [(event: UserHub.Event, request: UserRequest)] = []
        for event in events {
            switch desk.received(event) {
            case .nothing: break
            case .settle(let request): work.append((event, request))
            case .startGrace(let absence): absences.append(absence)
            }
        }
        if how == .killedBeforeCommit { return false }
        if work.isEmpty { return true }
        do {
            let requests = work.map(\.request)
            let answers = try world.database.settle(requests, limits: limits, time: time, fails: how == .diskFull)
            try world.ledger.committed(requests, answers)
            if how == .killedAfterCommit { return false }
            desk.publish(Array(zip(work.map(\.event), answers)))
        } catch is SimulatedDatabase.DiskFull {
            for (event, _) in work { desk.refuse(event) }
        }
        return true
    }

    func endGrace(_ index: Int) { post(.graceEnded(absences.remove(at: index))) }

    func closeAll(_ close: Close) throws { for end in ends { try end.close(close) } }

    // MARK: Its end

    /// Everybody is told to come back.
    func sayGoodbye() throws {
        try closeAll(Close(.goingAway, "Restart."))
        for end in ends { end.end() }
    }
}
