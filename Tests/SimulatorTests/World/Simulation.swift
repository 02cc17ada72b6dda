import MockMarket
import Shared

@testable import PushServer
@testable import TerminalClient

/// One history: a server, its database, users and their terminals, and all that can go wrong between them.
///
/// Everything that happens is drawn from one seed, so a history that fails can be lived again.
@MainActor
final class Simulation {
    let seed: UInt64
    let limits: SessionLimits
    let terminalsMax = 4
    let diffRowsMax: Int
    let database: SimulatedDatabase
    var ledger: Ledger
    private(set) var random: SeededGenerator
    private(set) var server: SimulatedServer?
    private(set) var terminals: [SimulatedTerminal] = []
    /// What happened, told only when a failure is lived again.
    private(set) var trace: [String] = []
    private(set) var counts: [Climate.Happening: Int] = [:]
    private let climate: Climate
    private let isTraced: Bool
    private let isEncoded: Bool
    private var folders: [SimulatedFolder] = []
    private var accounts: [(account: Account, token: AccessToken)] = []
    private var providers = SimulatedProviders()
    private var time = SimulatedDatabase.start
    private var isLookDue = false
    private var nextCoin: UInt32 = 1
    private var nextTerminal = 1
    private var nextEpoch: UInt64 = 1
    /// Coins that the user of a terminal that was never lost has added, and that nobody took away.
    private var wanted: [Int: Set<CoinID>] = [:]

    init(seed: UInt64, database: SimulatedDatabase, isTraced: Bool = false) throws {
        (self.seed, self.database, self.isTraced) = (seed, database, isTraced)
        random = SeededGenerator(seed: seed)
        var limits = SessionLimits()
        limits.favorites = Int.random(in: 3...12, using: &random)
        limits.mutationsInFlight = Int.random(in: 1...6, using: &random)
        self.limits = limits
        diffRowsMax = Int.random(in: 0..<8, using: &random) == 0 ? 5 : 1000
        climate = Climate(&random)
        isEncoded = Int.random(in: 0..<16, using: &random) == 0
        ledger = Ledger(limits: limits)
        accounts = try database.reset(users: Int.random(in: 1...2, using: &random))
        for _ in accounts { folders.append(SimulatedFolder()) }
        server = SimulatedServer(self, epoch: newEpoch(), book: MarketBook())
        for _ in 0..<Int.random(in: 1...4, using: &random) { startTerminal() }
    }

    func account(of token: TokenHash) -> Account {
        accounts.first { $0.token.hash == token }?.account ?? accounts[0].account
    }

    // MARK: A history

    func run(steps: Int) throws {
        for _ in 0..<steps {
            time = time.adding(milliseconds: Int64.random(in: 1...2_000, using: &random))
            try step()
            try checkBounds()
        }
        try comeToRest()
        try checkRest()
    }

    private func step() throws {
        let happening = climate.next(&random)
        counts[happening, default: 0] += 1
        switch happening {
        case .change: for _ in 0..<Int.random(in: 1...climate.burst, using: &random) { try mutate() }
        case .news: try news()
        case .restart: try restart()
        case .kill: killServer()
        case .cut: cutSomeWire()
        case .stall: stallSomeWire()
        case .terminalKill: killSomeTerminal()
        case .backup: backUp()
        case .restore: restore()
        case .graceEnd: endSomeGrace()
        case .loss: try noticeLoss()
        case .settling:
            try look()
            try settle()
        case .movement: try moveSomething()
        }
    }

    private func note(_ words: @autoclosure () -> String) {
        if isTraced { trace.append(words()) }
    }

    // MARK: Users

    private func mutate() throws {
        guard let terminal = terminals.randomElement(using: &random) else { return }
        if Int.random(in: 0..<12, using: &random) == 0 {
            note("\(terminal.name) takes its last change back")
            return terminal.replica.undo()
        }
        let mutation = change(for: terminal)
        note("\(terminal.name) \(mutation)")
        terminal.replica.mutate(mutation)
        switch mutation {
        case .addFavorite(let coin): wanted[terminal.user, default: []].insert(coin)
        case .removeFavorite(let coin): wanted[terminal.user]?.remove(coin)
        case .removeAllFavorites: wanted[terminal.user] = []
        default: break
        }
    }

    private func change(for terminal: SimulatedTerminal) -> Mutation {
        let favorites = terminal.state.favorites
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
            nextCoin += 1
            return .addFavorite(CoinID(nextCoin))
        case 5, 6:
            return .removeFavorite(favorites.randomElement(using: &random)?.coin ?? CoinID(1))
        case 7, 8:
            let place = Int.random(in: 0...favorites.count, using: &random)
            let (before, after) = (favorites.prefix(place).last?.orderKey, favorites.dropFirst(place).first?.orderKey)
            guard let moved = favorites.randomElement(using: &random), let key = OrderKey.between(before, after) else {
                return .setCoinsOnly(true)
            }
            return .placeFavorite(moved.coin, key)
        case 9: return .setCoinsOnly(.random(using: &random))
        case 10: return .setKlineSource(KlineSource.allCases.randomElement(using: &random) ?? .huobi)
        default:
            return Int.random(in: 0..<6, using: &random) == 0
                ? .removeAllFavorites : .setKeepFavorites(Int.random(in: 0..<4, using: &random) > 0)
        }
    }

    private func startTerminal() {
        let user = accounts.indices.randomElement(using: &random) ?? 0
        start(user: user)
    }

    private func start(user: Int) {
        let own = ClientID.random(using: &random)
        let journals = SimulatedJournals(folders[user], own: own)
        let name = "T\(nextTerminal)"
        nextTerminal += 1
        note("\(name) starts for user \(user)")
        terminals.append(
            SimulatedTerminal(name, user: user, token: accounts[user].token.bytes, journals: journals)
        )
    }

    private func killSomeTerminal() {
        guard let index = terminals.indices.randomElement(using: &random) else { return }
        let terminal = terminals.remove(at: index)
        note("\(terminal.name) is killed")
        terminal.wire?.cut(toTerminal: 0, toServer: Int.random(in: 0...3, using: &random))
        terminal.kill()
        startTerminal()
    }

    // MARK: Server

    private func newEpoch() -> MarketEpoch {
        nextEpoch += 1
        return MarketEpoch(rawValue: nextEpoch)
    }

    private func news() throws {
        guard let server else { return }
        let news = providers.next(at: time, &random)
        server.take(news, at: time)
        note("news: \(server.book.table.sequence)")
    }

    private func settle() throws {
        guard let server, server.hasEvents else { return }
        let how = climate.settling(&random)
        note("settles: \(how)")
        if try !server.settle(how, at: time) { killServer() }
    }

    private func restart() throws {
        guard let server else { return }
        note("the server restarts as planned")
        try server.sayGoodbye()
        while server.hasEvents { _ = try server.settle(.stored, at: time) }
        let saved = MarketContinuation(epoch: server.epoch, table: server.book.table)
        let continued = try MarketContinuation(bytes: saved.bytes)
        self.server = SimulatedServer(self, epoch: continued.epoch, book: MarketBook(continuing: continued.table))
    }

    /// Nobody is told, and what was on its way may arrive or not.
    private func killServer() {
        note("the server is killed")
        for terminal in terminals {
            terminal.wire?.cut(toTerminal: Int.random(in: 0...3, using: &random), toServer: 0)
        }
        server = SimulatedServer(self, epoch: newEpoch(), book: MarketBook())
    }

    private func backUp() {
        note("backup")
        try? database.backUp()
        ledger.backedUp()
    }

    private func restore() {
        guard database.hasBackup else { return }
        let isOnline = Bool.random(using: &random)
        note(isOnline ? "restore beneath the running server" : "restore")
        if !isOnline { killServer() }
        try? database.restore()
        ledger.restored()
        if isOnline { isLookDue = true }
        // What the backup does not have is gone for good.
        wanted = [:]
    }

    /// The hub sees that another process has written.
    private func look() throws {
        if isLookDue { try server?.closeAll(.restored) }
        isLookDue = false
    }

    private func endSomeGrace() {
        guard let server, let index = server.absences.indices.randomElement(using: &random) else { return }
        note("a grace ends")
        server.endGrace(index)
        wanted = [:]
    }

    // MARK: Wires

    private func cutSomeWire() {
        guard let terminal = terminals.randomElement(using: &random), let wire = terminal.wire else { return }
        note("\(terminal.name)'s wire is cut")
        wire.cut(
            toTerminal: Int.random(in: 0...4, using: &random),
            toServer: Int.random(in: 0...4, using: &random)
        )
        // It may come back long before the server has noticed.
        if Bool.random(using: &random) { terminal.disconnected() }
    }

    private func stallSomeWire() {
        guard let wire = terminals.randomElement(using: &random)?.wire, !wire.isCut else { return }
        wire.isStalled.toggle()
    }

    /// One end of a cut wire finds out.
    private func noticeLoss() throws {
        for terminal in terminals where terminal.wire?.hasEnded == true && Bool.random(using: &random) {
            terminal.disconnected()
        }
        for end in server?.ends ?? [] where end.wire.isCut && end.wire.toServer.isEmpty && Bool.random(using: &random) {
            end.end()
        }
        server?.removeEnded()
    }

    /// One thing that can move on moves on.
    private func moveSomething() throws {
        guard let server else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
            guard let terminal = terminals.randomElement(using: &random) else { return }
            try move(terminal)
        case 3, 4:
            guard let end = server.ends.randomElement(using: &random), end.canReceive else { return }
            try end.receive()
        case 5, 6:
            guard let end = server.ends.randomElement(using: &random) else { return }
            try end.takePush()
            try end.flush()
        default:
            guard let shard = server.shards.randomElement(using: &random) else { return }
            try server.tickArrives(at: shard)
        }
    }

    private func move(_ terminal: SimulatedTerminal) throws {
        guard let wire = terminal.wire else { return connect(terminal) }
        if terminal.isResendDue { return terminal.resend() }
        if wire.canDeliverToTerminal { try terminal.receive() } else if wire.hasEnded { terminal.disconnected() }
    }

    private func connect(_ terminal: SimulatedTerminal) {
        guard let server else { return }
        note("\(terminal.name) connects")
        let wire = Wire(capacity: Int.random(in: 1...4, using: &random), isEncoded: isEncoded)
        terminal.connect(wire)
        server.accept(wire, shard: Int.random(in: 0..<server.shards.count, using: &random))
    }
}

// MARK: - Rest

extension Simulation {
    /// No more faults: everything that is on its way arrives, everybody comes back.
    private func comeToRest() throws {
        note("rest")
        for user in accounts.indices where folders[user].hasOrphans { start(user: user) }
        for terminal in terminals { terminal.wire?.isStalled = false }
        try look()
        for _ in 0..<20_000 {
            time = time.adding(milliseconds: 10)
            if try !moveAll() { return }
            try checkBounds()
        }
        throw Violation("does not come to rest")
    }

    /// - Returns: whether anything moved.
    private func moveAll() throws -> Bool {
        guard let server else { return false }
        var hasMoved = false
        for terminal in terminals {
            if terminal.wire?.isCut == true, terminal.wire?.hasEnded == true { terminal.disconnected() }
            if !terminal.isConnected {
                connect(terminal)
                hasMoved = true
            }
            if terminal.isResendDue || terminal.wire?.canDeliverToTerminal == true {
                try move(terminal)
                hasMoved = true
            }
        }
        for end in server.ends {
            if end.canReceive {
                try end.receive()
                hasMoved = true
            } else if end.wire.isCut, end.wire.toServer.isEmpty || !end.canReceive {
                end.end()
                hasMoved = true
            }
            while end.hasPushes {
                try end.takePush()
                hasMoved = true
            }
            if try end.flush() { hasMoved = true }
        }
        server.removeEnded()
        if server.hasEvents {
            _ = try server.settle(.stored, at: time)
            hasMoved = true
        }
        for shard in server.shards where !shard.waiting.isEmpty {
            try server.tickArrives(at: shard)
            hasMoved = true
        }
        return hasMoved
    }

    // MARK: Rules

    private func checkBounds() throws {
        for end in server?.ends ?? [] {
            let market = end.outgoing.count { $0.isMarket }
            if market > 1 { throw Violation("\(market) market frames wait for one terminal") }
            if end.heldBack.results.count > limits.mutationsInFlight {
                throw Violation("\(end.heldBack.results.count) results wait for one terminal")
            }
            if end.outgoing.count > limits.mutationsInFlight + 8 {
                throw Violation("\(end.outgoing.count) frames wait for one terminal")
            }
        }
    }

    private func checkRest() throws {
        guard let server else { return }
        let table = server.book.table
        for shard in server.shards where shard.market.hash != table.hash { throw Violation("a shard differs") }
        for terminal in terminals {
            let account = accounts[terminal.user].account.id
            let state = try database.state(of: account)
            if state != ledger.state(of: account) { throw Violation("the database differs from the ledger") }
            if terminal.state != state {
                throw Violation("\(terminal.name) shows \(terminal.state), the server has \(state)")
            }
            if terminal.replica.pendingCount > 0 { throw Violation("\(terminal.name) still has pending changes") }
            let held = terminal.follower.position
            if held != MarketPosition(epoch: server.epoch, sequence: table.sequence) {
                throw Violation("\(terminal.name) stands at \(held as Any), the server at \(table.sequence)")
            }
            if terminal.follower.table.hash != table.hash, table.count > 0 {
                throw Violation("\(terminal.name)'s market differs from the server's")
            }
        }
        for folder in folders where folder.pendingCount > 0 { throw Violation("changes were left on a disk") }
        for (user, coins) in wanted {
            for coin in coins where !ledger.isDecided(coin) {
                throw Violation("the change of user \(user) that added \(coin) was lost")
            }
        }
    }
}
