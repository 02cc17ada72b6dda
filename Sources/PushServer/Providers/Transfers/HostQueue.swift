/// Lets only so many items of one host run at once; the others wait in order. Knows nothing of transfers.
struct HostQueue<Item> {
    enum Verdict: Equatable { case start, wait, refuse }

    private struct Host {
        var running = 0
        var waiting: [Item] = []
    }

    private let runningMax: Int
    private let waitingMax: Int
    private var hosts: [String: Host] = [:]

    init(runningMax: Int, waitingMax: Int) {
        precondition(runningMax > 0, "a host needs room for one transfer")
        (self.runningMax, self.waitingMax) = (runningMax, waitingMax)
    }

    mutating func add(_ item: Item, host: String) -> Verdict {
        var entry = hosts[host] ?? Host()
        defer { hosts[host] = entry }
        if entry.running < runningMax {
            entry.running += 1
            return .start
        }
        if entry.waiting.count >= waitingMax { return .refuse }
        entry.waiting.append(item)
        return .wait
    }

    /// A running item of `host` is done.
    /// - Returns: the item that runs in its place.
    mutating func finished(host: String) -> Item? {
        guard var entry = hosts[host] else { return nil }
        guard !entry.waiting.isEmpty else {
            entry.running -= 1
            hosts[host] = entry.running == 0 ? nil : entry
            return nil
        }
        let next = entry.waiting.removeFirst()
        hosts[host] = entry
        return next
    }

    /// Takes a waiting item out; linear, in a queue of at most `waitingMax`.
    mutating func remove(where matches: (Item) -> Bool) -> Item? {
        for host in hosts.keys {
            guard let index = hosts[host]?.waiting.firstIndex(where: matches) else { continue }
            return hosts[host]?.waiting.remove(at: index)
        }
        return nil
    }

    /// Empties the queue.
    mutating func removeAllWaiting() -> [Item] {
        defer { hosts = [:] }
        return hosts.values.flatMap(\.waiting)
    }
}
