import MockMarket
import NIOCore
import Shared

import enum TestSupport.TestPNG

@testable import PushServer
@testable import TerminalClient

/// One history: a server, its database, users and their terminals, and all that can go wrong between them.
///
/// Everything that happens is drawn from one seed, so a history that fails can be lived again.
@MainActor
final class Simulation {
    private(set) var limits: SessionLimits
    let terminalsMax = 6
    let diffRowsMax: Int
    let database: SimulatedDatabase
    let story: Story
    let log = MarketLog()
    var ledger: Ledger
    private(set) var counts: [Climate.Happening: Int] = [:]
    private var random: SeededGenerator
    private let climate: Climate
    private let crowd: Crowd
    private var server: SimulatedServer?
    private var generator = MutationGenerator()
    private var providers = SimulatedProviders()
    private var exchange = SimulatedExchange()
    private var time = SimulatedDatabase.start
    /// What silence and rates are measured by. It stands still while days pass: whoever is connected then is not silent.
    private(set) var uptime = NIODeadline.uptimeNanoseconds(0)
    private var isRestored = false
    private var hasRevoked = false
    private var hasRestored = false
    /// A backup was copied back by hand.
    private var mayDiffer = false
    /// A server was killed that had not noted yet who used a token.
    private var hasLostUses = false
    private var nextEpoch: UInt64 = 1
    /// When the server last saw each token, whatever its database says.
    private var uses: [TokenHash: MarketTime] = [:]

    init(seed: UInt64, database: SimulatedDatabase, isTraced: Bool = false) throws {
        self.database = database
        var random = SeededGenerator(seed: seed)
        story = Story(isTold: isTraced)
        var limits = SessionLimits()
        limits.records.limit(.listItem, toRecords: Int.random(in: 3...12, using: &random))
        limits.mutationsInFlight = Int.random(in: 1...6, using: &random)
        // So few that terminals come back at the floor, and below it.
        limits.records.removedMax = [1, 3, 1000][Int(seed % 3)]
        limits.framesPerSecond = Int.random(in: 3...20, using: &random)
        limits.requestsPerSecond = Int.random(in: 2...20, using: &random)
        self.limits = limits
        diffRowsMax = Int.random(in: 0..<8, using: &random) == 0 ? 5 : 1000
        climate = Climate(&random)
        ledger = Ledger(limits: limits)
        let isEncoded = Int.random(in: 0..<16, using: &random) == 0
        let machines = Int.random(in: 1...2, using: &random)
        let users = try database.reset(users: Int.random(in: 1...2, using: &random)).map { account in
            SimulatedUser(account, password: SimulatedDatabase.firstPassword, machines: machines)
        }
        crowd = Crowd(users, isEncoded: isEncoded, story: story, log: log)
        self.random = random
        server = SimulatedServer(self, epoch: newEpoch(), market: MarketHubRules())
        for _ in 0..<Int.random(in: 1...4, using: &self.random) { crowd.start(&self.random) }
    }

    func newToken() -> AccessToken {
        AccessToken(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    // MARK: A history

    func run(steps: Int) throws {
        for _ in 0..<steps {
            try pass(
                milliseconds: .random(in: 1...climate.pace, using: &random),
                uptime: .random(in: 1...climate.uptimePace, using: &random)
            )
            try step()
            try afterwards()
        }
        story.note("rest")
        crowd.adoptOrphans(&random)
        crowd.endFaults()
        try look()
        if crowd.lacksDiff { try moveMarket() }
        try comeToRest()
        try checkRest(isRefreshed: false)
        // Longer than any source is left alone, and early in a minute, so that none ends before all have answered.
        time = CandleInterval.minute.start(of: time.adding(seconds: 700)).adding(seconds: 1)
        server?.candles.mailbox.post(.secondPassed)
        try comeToRest()
        try checkRest(isRefreshed: true)
    }

    private func pass(milliseconds: Int64, uptime passed: Int64) throws {
        time = time.adding(milliseconds: milliseconds)
        uptime = uptime + .milliseconds(passed)
        try server?.timePassed()
        for terminal in crowd.terminals { try terminal.timePassed(to: uptime) }
    }

    private func step() throws {
        let happening = climate.next(&random)
        counts[happening, default: 0] += 1
        switch happening {
        case .change: for _ in 0..<Int.random(in: 1...climate.burst, using: &random) { try mutate() }
        case .news: news()
        case .restart: try restart()
        case .kill: killServer()
        case .cut: crowd.cutSome(&random)
        case .stall: crowd.stallSome(&random)
        case .terminalKill: crowd.killSome(&random)
        case .backup: backUp()
        case .restore: try restore()
        case .graceEnd: endSomeGrace()
        case .loss: if let server { try crowd.noticeLoss(at: server, &random) }
        case .settling:
            try look()
            try settle()
        case .movement: try moveSomething()
        case .chart: moveChart()
        case .candles: candles()
        case .icons: showIcons()
        case .detail: askDetail()
        case .pings: ping()
        case .lostDiff: try loseDiff()
        case .detour: try detour()
        case .account: try changeAccount()
        case .guess: try guess()
        case .days: try passDays()
        case .lag: server?.shards.randomElement(using: &random)?.isLate.toggle()
        }
    }

    /// What holds at every moment.
    private func afterwards() throws {
        try BoundRules(limits: limits).check(server?.ends ?? [])
        for terminal in crowd.terminals {
            for answer in terminal.takeAnswers() { try ledger.check(answer) }
            guard let refusal = terminal.refusal else { continue }
            terminal.refusalSeen()
            try checkReason(refusal.close, refusal.credentials, terminal)
        }
    }

    /// Nobody is signed out but by a revocation, a backup, or a week's absence.
    private func checkReason(
        _ refusal: Close,
        _ credentials: Hello.Credentials?,
        _ terminal: SimulatedTerminal
    ) throws {
        if case .token(let bytes) = credentials, !hasRestored {
            let hash = AccessToken(bytes: bytes).hash
            let isGood = try database.devices(at: time) { try $0.standing(of: hash) != nil }
            if isGood { throw Violation("\(terminal.name) was signed out with a good token") }
        }
        if hasRevoked || hasLostUses || wasUnused(credentials) { return }
        throw Violation("\(terminal.name) was refused for no reason: \(refusal.message)")
    }

    /// A week is enough for a token to be renewed, and for the old one to fade.
    private func wasUnused(_ credentials: Hello.Credentials?) -> Bool {
        guard case .token(let bytes) = credentials, let last = uses[AccessToken(bytes: bytes).hash] else {
            return false
        }
        return time.elapsed(since: last) >= TokenLifetime().replaced
    }

    /// Somebody was let in with it, or is in.
    func used(_ token: TokenHash) { uses[token] = time }

    private func checkRest(isRefreshed: Bool) throws {
        guard let server else { return }
        try RestRules(server: server, crowd: crowd, database: database, ledger: ledger, time: time).check()
        try ChartRules(server: server, crowd: crowd, exchange: exchange, time: time).check(isRefreshed: isRefreshed)
    }

    // MARK: Users

    private func mutate() throws {
        guard let terminal = crowd.terminals.randomElement(using: &random) else { return }
        if Int.random(in: 0..<12, using: &random) == 0 {
            story.note("\(terminal.name) takes its last change back")
            return try terminal.undo()
        }
        let mutation = generator.next(seeing: terminal.table, &random)
        story.note("\(terminal.name) \(mutation)")
        try terminal.mutate(mutation)
    }

    private func moveChart() {
        guard let terminal = crowd.terminals.randomElement(using: &random) else { return }
        let index = terminal.charts.indices.randomElement(using: &random)
        switch (index, Int.random(in: 0..<4, using: &random)) {
        case (let index?, 0): terminal.close(index)
        case (let index?, 1): terminal.extend(index, to: Int.random(in: 1...400, using: &random))
        default: if terminal.charts.count < 3 { terminal.open(generator.chart(of: providers.coinCount, &random)) }
        }
    }

    /// The rows on a terminal's screen, one of them perhaps of a coin that the server does not know.
    private func showIcons() {
        let coins = UInt32(providers.coinCount + 1)
        let rows = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            CoinID(UInt32.random(in: 1...coins, using: &random))
        }
        crowd.terminals.randomElement(using: &random)?.show(iconsOf: rows)
    }

    private func askDetail() {
        let coins = UInt32(providers.coinCount + 1)
        let coin = CoinID(UInt32.random(in: 1...coins, using: &random))
        let terminal = crowd.terminals.randomElement(using: &random)
        for _ in 0..<Int.random(in: 1...6, using: &random) { terminal?.askDetail(of: coin) }
    }

    /// All terminals of a user ping at once, each as often as one connection may, or more often.
    private func ping() {
        guard let user = crowd.users.randomElement(using: &random) else { return }
        let burst = 10 * limits.framesPerSecond
        let count = [1, 3, burst * 6 / 10, burst * 2].randomElement(using: &random) ?? 1
        story.note("\(user.account.name)'s terminals ping \(count) times")
        for terminal in crowd.terminals where terminal.user === user { terminal.ping(times: count) }
    }

    private static let icon = CoinIcon(png: TestPNG.bytes(data: Array(repeating: 7, count: 60_000)))

    /// Accounts and providers answer in any order.
    private func answer(_ end: SimulatedConnection) throws {
        guard let index = end.questions.indices.randomElement(using: &random) else { return }
        let icon = Int.random(in: 0..<4, using: &random) == 0 ? nil : Self.icon
        try end.answer(index, icon: icon, at: time)
    }

    // MARK: Server

    private func newEpoch() -> MarketEpoch {
        nextEpoch += 1
        return MarketEpoch(rawValue: nextEpoch)
    }

    private func news() {
        guard let server else { return }
        let news = providers.next(at: time, &random)
        if case .tickers(let board) = news { exchange.traded(board, at: time) }
        server.take(news, at: time)
        story.note("news: \(server.market.table.sequence)")
    }

    /// Who lacks a diff finds that out with the next one.
    private func moveMarket() throws {
        guard let start = server?.market.table.sequence else { return }
        for _ in 0..<1000 where server?.market.table.sequence == start { news() }
    }

    /// A terminal never gets the market's next diff.
    private func loseDiff() throws {
        guard let terminal = crowd.terminals.filter(\.isLive).randomElement(using: &random), let server else { return }
        story.note("\(terminal.name) never gets a diff")
        terminal.wire?.losesDiff = true
        try moveMarket()
        for shard in server.shards where !shard.isLate { try server.ticksArrive(at: shard) }
    }

    /// A terminal that has the newest market comes back on an event loop that is behind, and stays so for a while.
    private func detour() throws {
        guard let terminal = crowd.terminals.filter(\.isLive).randomElement(using: &random), let server,
            let end = server.ends.first(where: { $0.wire === terminal.wire }),
            let slow = server.shards.firstIndex(where: { $0 !== end.shard })
        else { return }
        story.note("\(terminal.name) changes to loop \(slow), which is late")
        server.shards[slow].isLate = true
        try moveMarket()
        try server.ticksArrive(at: end.shard)
        for _ in 0..<10 where terminal.wire?.canDeliverToTerminal == true {
            try terminal.receive(at: uptime)
            try end.flush()
        }
        try crowd.move(terminal, to: slow, of: server, &random)
    }

    private func candles() {
        server?.candles.mailbox.post(.secondPassed)
        server?.candles.handleAll(at: time)
        server?.candles.answerSome(exchange, at: time, faults: true, &random)
    }

    private func settle() throws {
        guard let server, server.hasEvents else { return }
        let how = climate.settling(&random)
        story.note("settles: \(how)")
        if try !server.settle(how, at: time) { killServer() }
    }

    private func restart() throws {
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
            market: MarketHubRules(continuing: continued.table, now: time)
        )
    }

    private func killServer() {
        story.note("the server is killed")
        crowd.cutAll(&random)
        if server?.hasNotes == true { hasLostUses = true }
        configure()
        server = SimulatedServer(self, epoch: newEpoch(), market: MarketHubRules())
    }

    private func backUp() {
        story.note("backup")
        try? database.backUp()
        ledger.backedUp()
    }

    private func restore() throws {
        guard database.hasBackup else { return }
        if Int.random(in: 0..<3, using: &random) == 0 { return try copyBack() }
        let isOnline = Bool.random(using: &random)
        story.note(isOnline ? "restore beneath the running server" : "restore")
        if !isOnline { killServer() }
        try database.restore()
        ledger.restored()
        if isOnline { isRestored = true }
        (hasRevoked, hasRestored) = (true, true)
        for user in crowd.users { user.password = try database.password(of: user.account.id) }
    }

    /// By hand, under the same identity: the versions that terminals hold seem to fit, and the hash says that they do not.
    private func copyBack() throws {
        story.note("the backup is copied back by hand")
        killServer()
        try database.copyBack()
        ledger.restored()
        (hasRevoked, hasRestored, mayDiffer) = (true, true, true)
        for user in crowd.users { user.password = try database.password(of: user.account.id) }
    }

    /// Some limit is another one from now on.
    private func configure() {
        if Int.random(in: 0..<4, using: &random) > 0 { return }
        limits.records.limit(.listItem, toRecords: Int.random(in: 1...12, using: &random))
        ledger.limits = limits
    }

    func tableDiffered() throws {
        if !mayDiffer { throw Violation("a terminal's table of its user differed from the server's") }
    }

    /// The hub sees that another process has written.
    private func look() throws {
        try server?.noteUses(at: time)
        try server?.look(isRestored: isRestored, at: time)
        isRestored = false
    }

    private func endSomeGrace() {
        guard let server, let index = server.absences.indices.randomElement(using: &random) else { return }
        story.note("a grace ends")
        server.endGrace(index)
    }
}

// MARK: - Accounts

extension Simulation {
    /// A user revokes devices and changes the password, from a terminal; an operator does it in the database.
    private func changeAccount() throws {
        guard let terminal = crowd.terminals.randomElement(using: &random) else { return }
        let user = terminal.user
        let devices = try database.devices(at: time) { try $0.devices(of: user.account.id).map(\.id) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            guard terminal.isLive else { return }
            story.note("\(terminal.name) logs out")
            hasRevoked = true
            terminal.ask(.logout)
        case 1:
            guard let device = devices.randomElement(using: &random) else { return }
            story.note("\(terminal.name) revokes device \(device.rawValue)")
            hasRevoked = true
            terminal.ask(.accountRequest(number: 1, .revoke(device)))
        case 2:
            guard let device = devices.randomElement(using: &random) else { return }
            story.note("the operator revokes device \(device.rawValue)")
            hasRevoked = true
            _ = try database.devices(at: time) { try $0.revoke(device, of: user.account.id) }
        default: changePassword(terminal)
        }
    }

    private func changePassword(_ terminal: SimulatedTerminal) {
        guard terminal.isLive else { return }
        let (new, revokesOthers) = ("password \(Int.random(in: 0..<1000, using: &random))", Bool.random(using: &random))
        story.note("\(terminal.name) changes the password\(revokesOthers ? ", and signs others out" : "")")
        hasRevoked = true
        let old = terminal.user.password
        terminal.ask(.accountRequest(number: 1, .changePassword(current: old, new: new, revokesOthers: revokesOthers)))
    }

    /// A stranger tries the owner's name, many times at once.
    private func guess() throws {
        guard let server, let user = crowd.users.randomElement(using: &random) else { return }
        for attempt in 0..<Int.random(in: 1...40, using: &random) {
            let credentials = Hello.Credentials.password(name: user.account.name.text, password: "guess \(attempt)")
            let result = try server.door.signIn(credentials, device: "", address: "203.0.113.9", at: time)
            if case .success = result { throw Violation("a stranger came in") }
        }
    }

    /// Terminals that stay connected use their tokens meanwhile.
    private func passDays() throws {
        let days = Int.random(in: 1...30, using: &random)
        story.note("\(days) days pass")
        try server?.noteUses(at: time)
        for _ in 0..<days {
            time = time.adding(seconds: 86_400)
            let uses = (server?.terminals ?? []).map(\.use)
            for use in uses { used(use.token) }
            try database.devices(at: time) { rows in
                for use in uses { try rows.touch(use) }
                try rows.sweep()
            }
        }
    }
}

// MARK: - Movement

extension Simulation {
    /// Some of what can move on moves on.
    private func moveSomething() throws {
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            guard let server else { return }
            try moveOnce(server)
        }
    }

    private func moveOnce(_ server: SimulatedServer) throws {
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2, 3: if let terminal = crowd.terminals.randomElement(using: &random) { try move(terminal, server) }
        case 4, 5: try server.ends.filter(\.canReceive).randomElement(using: &random)?.receive()
        case 6, 7:
            guard let end = server.ends.randomElement(using: &random) else { return }
            try end.takeDelivery()
            try end.flush()
        case 8, 10:
            let waiting = server.ends.filter { !$0.questions.isEmpty }
            if let end = waiting.randomElement(using: &random) { try answer(end) }
        case 9: server.candles.handleAll(at: time)
        default:
            guard let shard = server.shards.randomElement(using: &random), !shard.isLate else { return }
            try server.tickArrives(at: shard)
        }
    }

    private func move(_ terminal: SimulatedTerminal, _ server: SimulatedServer) throws {
        guard let wire = terminal.wire else {
            terminal.user.password = try database.password(of: terminal.user.account.id)
            return try crowd.connect(terminal, to: server, &random)
        }
        if terminal.isResendDue { return try terminal.resend() }
        if wire.canDeliverToTerminal {
            try terminal.receive(at: uptime)
        } else if wire.hasEnded {
            terminal.disconnected()
        }
    }

    /// No more faults: everything that is on its way arrives, everybody comes back.
    private func comeToRest() throws {
        for _ in 0..<20_000 {
            try pass(milliseconds: 10, uptime: 10)
            for user in crowd.users { user.password = try database.password(of: user.account.id) }
            if try !moveAll() { return }
            try afterwards()
        }
        throw Violation("does not come to rest")
    }

    /// - Returns: whether anything moved.
    private func moveAll() throws -> Bool {
        guard let server else { return false }
        var hasMoved = false
        for terminal in crowd.terminals where try moveOn(terminal, server) { hasMoved = true }
        for end in server.ends where try moveOn(end) { hasMoved = true }
        server.removeEnded()
        if server.hasEvents {
            _ = try server.settle(.stored, at: time)
            hasMoved = true
        }
        for shard in server.shards where !shard.waiting.isEmpty {
            try server.tickArrives(at: shard)
            hasMoved = true
        }
        if server.candles.hasEvents || server.candles.hasQuestions {
            server.candles.handleAll(at: time)
            server.candles.answerSome(exchange, at: time, faults: false, &random)
            hasMoved = true
        }
        return hasMoved
    }

    private func moveOn(_ terminal: SimulatedTerminal, _ server: SimulatedServer) throws -> Bool {
        if terminal.wire?.isCut == true, terminal.wire?.hasEnded == true { terminal.disconnected() }
        let isConnecting = !terminal.isConnected
        if isConnecting { try crowd.connect(terminal, to: server, &random) }
        guard terminal.isResendDue || terminal.wire?.canDeliverToTerminal == true else { return isConnecting }
        try move(terminal, server)
        return true
    }

    private func moveOn(_ end: SimulatedConnection) throws -> Bool {
        var hasMoved = false
        if end.canReceive {
            for _ in 0..<Int.random(in: 1...3, using: &random) where end.canReceive { try end.receive() }
            hasMoved = true
        } else if end.wire.isCut, !end.hasEnded, end.questions.isEmpty {
            try end.end()
            hasMoved = true
        }
        if !end.questions.isEmpty {
            try answer(end)
            hasMoved = true
        }
        while end.hasDeliveries {
            try end.takeDelivery()
            hasMoved = true
        }
        return try end.flush() || hasMoved
    }
}
