/// Limits the running items of each host; the others wait in order. Knows nothing about transfers.
///
/// Spare items leave one place to other items, run after them, and are refused first if too many wait.
struct HostQueue<Item> {
    enum Verdict: Equatable { case start, wait, refuse }

    private struct Lane {
        var running = 0
        var waiting: [Item] = []

        mutating func next() -> Item? {
            if waiting.isEmpty { return nil }
            running += 1
            return waiting.removeFirst()
        }
    }

    private struct Host {
        var first = Lane()
        var spare = Lane()

        var running: Int { first.running + spare.running }
        var isIdle: Bool { running == 0 }
    }

    private let runningMax: Int
    private let waitingMax: Int
    private var hosts: [String: Host] = [:]

    init(runningMax: Int, waitingMax: Int) {
        precondition(runningMax > 0, "a host needs room for one transfer")
        (self.runningMax, self.waitingMax) = (runningMax, waitingMax)
    }

    /// One place is reserved for other items, unless there is only one.
    private var spareMax: Int { max(1, runningMax - 1) }

    mutating func add(_ item: Item, host: String, isSpare: Bool) -> Verdict {
        var entry = hosts[host] ?? Host()
        defer { hosts[host] = entry }
        let lane = isSpare ? \Host.spare : \Host.first
        if entry.running < runningMax, !isSpare || entry.spare.running < spareMax {
            entry[keyPath: lane].running += 1
            return .start
        }
        if entry[keyPath: lane].waiting.count >= waitingMax { return .refuse }
        entry[keyPath: lane].waiting.append(item)
        return .wait
    }

    /// A running item of `host` has finished.
    /// - Returns: the item that takes its place.
    mutating func finished(host: String, isSpare: Bool) -> Item? {
        guard var entry = hosts[host] else { return nil }
        defer { hosts[host] = entry.isIdle ? nil : entry }
        if isSpare { entry.spare.running -= 1 } else { entry.first.running -= 1 }
        return entry.first.next() ?? (entry.spare.running < spareMax ? entry.spare.next() : nil)
    }

    /// Removes a waiting item. It searches two queues of at most `waitingMax`.
    mutating func remove(where matches: (Item) -> Bool) -> Item? {
        for host in hosts.keys {
            for lane in [\Host.first, \Host.spare] {
                guard let index = hosts[host]?[keyPath: lane].waiting.firstIndex(where: matches) else { continue }
                return hosts[host]?[keyPath: lane].waiting.remove(at: index)
            }
        }
        return nil
    }

    /// Empties all queues.
    mutating func removeAllWaiting() -> [Item] {
        defer { hosts = [:] }
        return hosts.values.flatMap { $0.first.waiting + $0.spare.waiting }
    }
}
