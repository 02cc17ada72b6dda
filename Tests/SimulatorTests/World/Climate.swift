import MockMarket

/// How often each event happens in a history. Some histories have no kills, some hardly anything else. It is drawn
/// once, so that rare faults meet.
struct Climate {
    enum Happening: CaseIterable {
        case change, news, restart, kill, cut, stall, terminalKill, backup, restore, graceEnd, loss, settling, movement
        case chart, candles, icons, detail, pings, lostDiff, detour, account, guess, days, lag, polls, posts

        fileprivate var weight: Int {
            switch self {
            case .change: 12
            case .news: 20
            case .candles: 8
            case .settling: 10
            case .movement: 60
            case .polls, .posts: 8
            case .cut, .loss, .chart, .icons, .detail, .detour, .pings: 3
            default: 1
            }
        }
    }

    private let odds: [(Happening, Int)]
    private let storeFaults: Int
    /// How many of 100 posts fail.
    let hostFaults: Int
    /// The maximum number of changes that a user makes at once.
    let burst: Int
    /// The maximum milliseconds between two events.
    let pace: Int64
    /// The same for connections: in most histories few of them fall silent.
    let uptimePace: Int64

    init(_ random: inout SeededGenerator) {
        odds = Happening.allCases.map { happening in
            let factor = [0, 1, 1, 4].randomElement(using: &random) ?? 1
            let isNeeded = [.change, .settling, .movement].contains(happening)
            return (happening, happening.weight * (isNeeded ? max(1, factor) : factor))
        }
        storeFaults = [0, 5, 40].randomElement(using: &random) ?? 0
        hostFaults = [0, 30, 100].randomElement(using: &random) ?? 0
        burst = [1, 2, 10].randomElement(using: &random) ?? 1
        uptimePace = [50, 50, 2_000].randomElement(using: &random) ?? 50
        pace = [2_000, 2_000, 30_000].randomElement(using: &random) ?? 2_000
    }

    func next(_ random: inout SeededGenerator) -> Happening {
        var draw = Int.random(in: 0..<odds.reduce(0) { $0 + $1.1 }, using: &random)
        for (happening, weight) in odds {
            if draw < weight { return happening }
            draw -= weight
        }
        return .movement
    }

    func settling(_ random: inout SeededGenerator) -> SimulatedServer.Settling {
        guard Int.random(in: 0..<100, using: &random) < storeFaults else { return .stored }
        let faults: [SimulatedServer.Settling] = [.diskFull, .diskFull, .killedBeforeCommit, .killedAfterCommit]
        return faults.randomElement(using: &random) ?? .diskFull
    }
}
