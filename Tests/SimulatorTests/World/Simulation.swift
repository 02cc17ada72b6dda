import MockMarket
import NIOCore
import Shared

import enum TestSupport.TestPNG

@testable import PushServer
@testable import TerminalClient

/// One history: a server, its database, users and their terminals, and the faults between them.
///
/// Every event is drawn from one seed, so a failing history can be repeated.
@MainActor
final class Simulation {
    var limits: SessionLimits
    let connectionsMax = 6
    let diffRowsMax: Int
    let database: SimulatedDatabase
    let story = Story()
    let log = MarketLog()
    var ledger: Ledger
    private(set) var counts: [Climate.Happening: Int] = [:]
    var random: SeededGenerator
    let climate: Climate
    let crowd: Crowd
    var server: SimulatedServer?
    var generator = MutationGenerator()
    var providers: SimulatedProviders
    var exchange = SimulatedExchange()
    var host = SimulatedHost()
    var time = SimulatedDatabase.start
    /// The time by which silence and rates are measured. It stands still while days pass, because connected terminals
    /// are not silent then.
    private(set) var uptime = NIODeadline.uptimeNanoseconds(0)
    var isRestored = false
    var hasRevoked = false
    var hasRestored = false
    /// Whether a backup was copied back by hand.
    var mayDiffer = false
    /// Whether a server was killed before it had noted all uses of tokens.
    var hasLostUses = false
    var nextEpoch: UInt64 = 1
    /// The exchange rates in the server's file.
    var keptRates: ExchangeRates?
    /// When the server last saw each token, whatever its database says.
    var uses: [TokenHash: MarketTime] = [:]
    /// Tokens that nobody has used yet, by those that they replace.
    private var successors: [TokenHash: Set<TokenHash>] = [:]

    init(seed: UInt64, database: SimulatedDatabase) throws {
        self.database = database
        var random = SeededGenerator(seed: seed)
        var limits = SessionLimits()
        limits.records = .few(in: seed, &random)
        limits.mutationsInFlight = Int.random(in: 1...6, using: &random)
        limits.framesPerSecond = Int.random(in: 3...20, using: &random)
        limits.requestsPerSecond = Int.random(in: 2...20, using: &random)
        self.limits = limits
        diffRowsMax = Int.random(in: 0..<8, using: &random) == 0 ? 5 : 1000
        climate = Climate(&random)
        providers = SimulatedProviders(isCalm: .random(using: &random))
        ledger = Ledger(limits: limits)
        let isEncoded = Int.random(in: 0..<16, using: &random) == 0
        let machines = Int.random(in: 1...2, using: &random)
        let users = try database.reset(users: Int.random(in: 1...2, using: &random)).map { account in
            SimulatedUser(account, password: SimulatedDatabase.firstPassword, machines: machines)
        }
        crowd = Crowd(users, isEncoded: isEncoded, story: story, log: log)
        self.random = random
        let market = MarketHubRules(MarketHubRules.Plan(), now: MarketTime(milliseconds: 0))
        server = SimulatedServer(self, epoch: newEpoch(), market: market)
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
        // An alert counts at the second poll of a price, and a price that jumps counts from its second poll.
        for _ in 0..<5 {
            try pass(milliseconds: 1_000, uptime: 10)
            try repeatPrices()
            try comeToRest()
        }
        try server?.alerts.checkRest()
        // The time is after the pause of every source, and early in a minute, so that no minute ends before all have
        // answered.
        time = CandleInterval.minute.start(of: time.adding(seconds: 700)).adding(seconds: 1)
        server?.candles.mailbox.post(.secondPassed)
        try comeToRest()
        try checkRest(isRefreshed: true)
        try deliverPosts()
        if let server { try restRules(server).checkUsers() }
    }

    func pass(milliseconds: Int64, uptime passed: Int64) throws {
        time = time.adding(milliseconds: milliseconds)
        uptime = uptime + .milliseconds(passed)
        try server?.timePassed()
        for terminal in crowd.terminals { try terminal.timePassed(to: uptime) }
    }

    func step() throws {
        let happening = climate.next(&random)
        counts[happening, default: 0] += 1
        switch happening {
        case .change: for _ in 0..<Int.random(in: 1...climate.burst, using: &random) { try mutate() }
        case .news: try news()
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
        case .polls: for _ in 0..<Int.random(in: 1...3, using: &random) { try repeatPrices() }
        case .posts: try post()
        case .lag: server?.shards.randomElement(using: &random)?.isLate.toggle()
        }
    }

    /// The rules that hold at every moment.
    func afterwards() throws {
        if let server { try BoundRules(limits: limits).check(server) }
        for terminal in crowd.terminals {
            for answer in terminal.takeAnswers() { try ledger.check(answer) }
            guard let refusal = terminal.refusal else { continue }
            terminal.refusalSeen()
            try checkReason(refusal.close, refusal.credentials, terminal)
        }
    }

    /// Only a revocation, a backup or a week's absence signs somebody out.
    func checkReason(
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

    /// Within a week, a token is renewed and the old one expires.
    func wasUnused(_ credentials: Hello.Credentials?) -> Bool {
        guard case .token(let bytes) = credentials, let last = uses[AccessToken(bytes: bytes).hash] else {
            return false
        }
        return time.elapsed(since: last) >= TokenLifetime().replaced
    }

    /// Notes that somebody signed in with the token, or is connected with it. Tokens that replace it and have not been used
    /// yet stay as fresh.
    func used(_ token: TokenHash) {
        for old in successors.keys { successors[old]?.remove(token) }
        for fresh in successors[token, default: []].union([token]) { uses[fresh] = time }
    }

    /// Notes a token that was given to somebody who showed another one, or a password.
    func gave(_ new: TokenHash, for shown: TokenHash) {
        uses[new] = time
        if new != shown { successors[shown, default: []].insert(new) }
    }

    func checkRest(isRefreshed: Bool) throws {
        guard let server else { return }
        try restRules(server).check()
        try ChartRules(server: server, crowd: crowd, exchange: exchange, time: time).check(isRefreshed: isRefreshed)
    }

    private func restRules(_ server: SimulatedServer) -> RestRules {
        RestRules(server: server, crowd: crowd, database: database, ledger: ledger, time: time)
    }

    // MARK: Users

    func mutate() throws {
        guard let terminal = crowd.terminals.randomElement(using: &random) else { return }
        try generator.act(at: terminal, story, &random)
    }

    func moveChart() {
        guard let terminal = crowd.terminals.randomElement(using: &random) else { return }
        let index = terminal.charts.indices.randomElement(using: &random)
        switch (index, Int.random(in: 0..<4, using: &random)) {
        case (let index?, 0): terminal.close(index)
        case (let index?, 1): terminal.extend(index, to: Int.random(in: 1...400, using: &random))
        default: if terminal.charts.count < 3 { terminal.open(generator.chart(of: providers.coinCount, &random)) }
        }
    }

    /// The rows on a terminal's screen, one of them perhaps of a coin that the server does not know.
    func showIcons() {
        let coins = UInt32(providers.coinCount + 1)
        let rows = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            CoinID(UInt32.random(in: 1...coins, using: &random))
        }
        crowd.terminals.randomElement(using: &random)?.show(iconsOf: rows)
    }

    func askDetail() {
        let coins = UInt32(providers.coinCount + 1)
        let coin = CoinID(UInt32.random(in: 1...coins, using: &random))
        let terminal = crowd.terminals.randomElement(using: &random)
        for _ in 0..<Int.random(in: 1...PendingRequests.detailsMax, using: &random) { terminal?.askDetail(of: coin) }
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            terminal?.askRate(on: CivilDate(daysSince1970: Int64.random(in: 15_000...20_000, using: &random)))
        }
    }

    /// All terminals of a user ping at once, each as often as one connection may, or more often.
    func ping() {
        guard let user = crowd.users.randomElement(using: &random) else { return }
        let burst = 10 * limits.framesPerSecond
        let count = [1, 3, burst * 6 / 10, burst * 2].randomElement(using: &random) ?? 1
        story.note("\(user.account.name)'s terminals ping \(count) times")
        for terminal in crowd.terminals where terminal.user === user { terminal.ping(times: count) }
    }

    static let icon = CoinIcon(png: TestPNG.bytes(data: Array(repeating: 7, count: 60_000)))

    /// Accounts and providers answer in any order.
    func answer(_ end: SimulatedConnection) throws {
        guard let index = end.questions.indices.randomElement(using: &random) else { return }
        let icon = Int.random(in: 0..<4, using: &random) == 0 ? nil : Self.icon
        try end.answer(index, icon: icon, at: time)
    }
}
