import MockMarket
import NIOCore
import Shared

import enum TestSupport.TestPNG

@testable import PushServer
@testable import TerminalClient

/// Events of the server: news from providers, restarts, kills, backups and commits.
extension Simulation {
    func newEpoch() -> MarketEpoch {
        nextEpoch += 1
        return MarketEpoch(rawValue: nextEpoch)
    }

    func news() throws {
        guard let server else { return }
        let news = providers.next(at: time, &random)
        try take(news, server)
        story.note("news: \(server.market.table.sequence)")
    }

    /// Prices stay the same, and the exchanges repeat them.
    func repeatPrices() throws {
        guard let server else { return }
        story.note("the exchanges repeat their prices")
        for news in providers.repeated(at: time) { try take(news, server) }
    }

    private func take(_ news: SimulatedProviders.News, _ server: SimulatedServer) throws {
        if case .tickers(let board, "Huobi") = news { exchange.traded(board, at: time) }
        try server.take(news, at: time)
    }

    /// A terminal that lacks a diff notices it with the next one.
    func moveMarket() throws {
        guard let start = server?.market.table.sequence else { return }
        for _ in 0..<1000 where server?.market.table.sequence == start { try news() }
    }

    /// A terminal that is up to date never gets the market's next diff, and gets the one after it. A terminal that is
    /// behind would get a merged diff, whose hashes show any loss. Those of ticks come 25 s apart.
    func loseDiff() throws {
        let reading = crowd.terminals.filter { $0.isLive && $0.wire?.isStalled == false }
        guard let terminal = reading.randomElement(using: &random), let server,
            let end = server.ends.first(where: { $0.wire === terminal.wire })
        else { return }
        try catchUp(terminal, at: end)
        story.note("\(terminal.name) never gets a diff")
        terminal.wire?.losesDiff = true
        for _ in 0..<2 {
            try movePrices()
            try end.shard.catchUp()
            try end.flush()
        }
    }

    /// The terminal gets everything that there is for it.
    private func catchUp(_ terminal: SimulatedTerminal, at end: SimulatedConnection) throws {
        try end.shard.catchUp()
        for _ in 0..<20 where terminal.wire?.canDeliverToClient == true {
            try terminal.receive(at: uptime)
            try end.flush()
        }
    }

    /// Something changes that a terminal shows.
    private func movePrices() throws {
        guard let start = server?.market.table.hash else { return }
        for _ in 0..<20 where server?.market.table.hash == start { try news() }
    }

    /// A terminal with the newest market returns on an event loop that is behind for a while.
    func detour() throws {
        guard let terminal = crowd.terminals.filter(\.isLive).randomElement(using: &random), let server,
            let end = server.ends.first(where: { $0.wire === terminal.wire }),
            let slow = server.shards.firstIndex(where: { $0 !== end.shard })
        else { return }
        story.note("\(terminal.name) changes to loop \(slow), which is late")
        server.shards[slow].isLate = true
        try moveMarket()
        try catchUp(terminal, at: end)
        try crowd.move(terminal, to: slow, of: server, &random)
    }

    func candles() {
        server?.candles.mailbox.post(.secondPassed)
        server?.candles.handleAll(at: time)
        server?.candles.answerSome(exchange, at: time, faults: true, &random)
    }

    func settle() throws {
        guard let server, server.hasEvents else { return }
        let how = climate.settling(&random)
        story.note("settles: \(how)")
        if try !server.settle(how, at: time) { killServer() }
    }

    func restart() throws {
        guard let server else { return }
        story.note("the server restarts as planned")
        try server.sayGoodbye()
        while server.hasEvents { _ = try server.settle(.stored, at: time) }
        try server.noteUses(at: time)
        configure()
        let saved = MarketContinuation(epoch: server.epoch, table: server.market.table)
        let continued = try MarketContinuation(bytes: saved.bytes)
        self.server = SimulatedServer(
            self,
            epoch: continued.epoch,
            market: MarketHubRules(continuing: continued.table, MarketHubRules.Plan(), now: time)
        )
    }

    func killServer() {
        story.note("the server is killed")
        crowd.cutAll(&random)
        if server?.hasNotes == true { hasLostUses = true }
        configure()
        let market = MarketHubRules(MarketHubRules.Plan(), now: MarketTime(milliseconds: 0))
        server = SimulatedServer(self, epoch: newEpoch(), market: market)
    }

    func backUp() {
        story.note("backup")
        try? database.backUp()
        ledger.backedUp()
    }

    func restore() throws {
        guard database.hasBackup else { return }
        if Int.random(in: 0..<3, using: &random) == 0 { return try copyBack() }
        let isOnline = Bool.random(using: &random)
        story.note(isOnline ? "restore beneath the running server" : "restore")
        if !isOnline { killServer() }
        try database.restore()
        host = SimulatedHost()
        ledger.restored()
        if isOnline { isRestored = true }
        (hasRevoked, hasRestored) = (true, true)
        for user in crowd.users { user.password = try database.password(of: user.account.id) }
    }

    /// Copies the backup back by hand, under the same identity. The versions that terminals hold seem to fit, but the
    /// hash shows that they do not.
    func copyBack() throws {
        story.note("the backup is copied back by hand")
        killServer()
        try database.copyBack()
        host = SimulatedHost()
        ledger.restored()
        (hasRevoked, hasRestored, mayDiffer) = (true, true, true)
        for user in crowd.users { user.password = try database.password(of: user.account.id) }
    }

    /// Changes a limit.
    func configure() {
        if Int.random(in: 0..<4, using: &random) > 0 { return }
        limits.records.limit(.listItem, toRecords: Int.random(in: 1...12, using: &random))
        ledger.limits = limits
    }

    func tableDiffered() throws {
        if !mayDiffer { throw Violation("a terminal's table of its user differed from the server's") }
    }

    /// The hub notices that another process has written.
    func look() throws {
        try server?.noteUses(at: time)
        try server?.look(isRestored: isRestored, at: time)
        isRestored = false
    }

    func endSomeGrace() {
        guard let server, let index = server.absences.indices.randomElement(using: &random) else { return }
        story.note("a grace ends")
        server.endGrace(index)
    }
}
