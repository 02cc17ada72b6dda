internal import Shared

/// Counts connections in total, by host, by site and before their welcome. Decides whether one more may enter, and
/// which connection has to give way to it. Knows neither sockets nor locks.
struct AdmissionRule: Sendable {
    enum Verdict: Equatable, Sendable {
        case welcome
        /// The server tells the client why, which costs a handshake.
        case refused
        /// There are too many connections even for that.
        case dropped(Excess)
    }

    /// The count that exceeds its limit.
    enum Excess: String, CaseIterable, Sendable {
        case connections
        case connectionsOfAddress = "connections_of_address"
        case handshakes
        case handshakesOfAddress = "handshakes_of_address"
        case emptyRecords = "empty_records"
    }

    /// What a connection has shown of itself before it is welcomed.
    enum Proof: Comparable, Sendable {
        /// Also the proof of a connection that the server is closing, which no longer needs its place.
        case nothing
        /// A finished handshake: the address is genuine, and the client has done some work.
        case handshake
        /// The server is checking its credentials. It no longer gives way.
        case hello
    }

    /// A /48 may hold as many connections as this many hosts. It contains 65,536 /64 networks, which cost an attacker
    /// nothing.
    static let hostsOfSite = 4
    /// One host may always have this many strangers, however full the server is, so that an office can sign in.
    static let strangersOfHostMin = 32

    private enum Scope: Equatable {
        case all
        case site(HostAddress.Site)
        case host(HostAddress)
    }

    private struct Count {
        var connections = 0
        var strangers = 0
        /// Strangers that may have to give way, by what they have proved.
        var unproven = RandomSet<ConnectionID>()
        var secured = RandomSet<ConnectionID>()

        /// Counts a stranger by what it has proved now.
        /// - Parameters:
        ///   - old: what it had proved; nil if it was no stranger.
        ///   - new: nil if it is no stranger any more.
        mutating func move(_ id: ConnectionID, from old: Proof?, to new: Proof?) {
            strangers += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
            switch old {
            case .nothing: unproven.remove(id)
            case .handshake: secured.remove(id)
            case .hello, nil: break
            }
            switch new {
            case .nothing: unproven.insert(id)
            case .handshake: secured.insert(id)
            case .hello, nil: break
            }
        }

        /// Picks from the least proven while they are at least half of the strangers. From a smaller group, honest
        /// newcomers would be picked too often.
        func leastProven(using generator: inout some RandomNumberGenerator) -> ConnectionID? {
            if unproven.count >= secured.count { return unproven.randomElement(using: &generator) }
            let place = Int.random(in: 0..<(unproven.count + secured.count), using: &generator)
            return place < unproven.count
                ? unproven.randomElement(using: &generator) : secured.randomElement(using: &generator)
        }
    }

    private struct Stranger {
        let host: HostAddress
        var proof = Proof.nothing
    }

    private let limits: SessionLimits
    private var all = Count()
    private var hosts: [HostAddress: Count] = [:]
    private var sites: [HostAddress.Site: Count] = [:]
    private var strangersByID: [ConnectionID: Stranger] = [:]
    private(set) var dropped: [Excess: Int] = [:]

    init(_ limits: SessionLimits) { self.limits = limits }

    /// Connections that have not been welcomed yet.
    var strangers: Int { strangersByID.count }
    var isEmpty: Bool { all.connections == 0 && hosts.isEmpty && sites.isEmpty && strangersByID.isEmpty }

    // MARK: Coming and going

    /// Counts a connection, whatever the verdict; `left` must follow.
    /// - Returns: the verdict, and the connection that gives way, which no longer counts as a stranger. No connection
    ///   gives way to one that may not stay.
    mutating func came(
        _ id: ConnectionID,
        from host: HostAddress,
        using generator: inout some RandomNumberGenerator
    ) -> (verdict: Verdict, givesWay: ConnectionID?) {
        count(host) { $0.connections += 1 }
        let verdict = verdict(on: host)
        if case .dropped(let excess) = verdict {
            count(excess)
            return (verdict, nil)
        }
        var victim: ConnectionID?
        if let crowded = crowdedScope(of: host) {
            let excess = crowded == .all ? Excess.handshakes : .handshakesOfAddress
            count(excess)
            victim = verdict == .welcome ? count(in: crowded).leastProven(using: &generator) : nil
            guard let victim else { return (.dropped(excess), nil) }
            forget(victim)
        }
        strangersByID[id] = Stranger(host: host)
        count(host) { $0.move(id, from: nil, to: .nothing) }
        return (verdict, victim)
    }

    /// Records that a stranger has proved more.
    mutating func proved(_ proof: Proof, by id: ConnectionID) {
        guard let stranger = strangersByID[id], stranger.proof < proof else { return }
        move(id, stranger, to: proof)
    }

    /// The server is closing the connection and waits for its goodbye. It now gives way before others, whatever it has
    /// proved.
    mutating func closing(_ id: ConnectionID) {
        guard let stranger = strangersByID[id] else { return }
        move(id, stranger, to: .nothing)
    }

    private mutating func move(_ id: ConnectionID, _ stranger: Stranger, to proof: Proof) {
        strangersByID[id]?.proof = proof
        count(stranger.host) { $0.move(id, from: stranger.proof, to: proof) }
    }

    mutating func welcomed(_ id: ConnectionID) { forget(id) }

    mutating func left(_ id: ConnectionID, from host: HostAddress) {
        forget(id)
        count(host) { $0.connections -= 1 }
        if hosts[host]?.connections == 0 { hosts[host] = nil }
        if let site = host.site, sites[site]?.connections == 0 { sites[site] = nil }
    }

    mutating func count(_ excess: Excess) { dropped[excess, default: 0] += 1 }

    /// Stops counting the connection as a stranger.
    private mutating func forget(_ id: ConnectionID) {
        guard let stranger = strangersByID.removeValue(forKey: id) else { return }
        count(stranger.host) { $0.move(id, from: stranger.proof, to: nil) }
    }

    /// Changes the counts of all scopes of a host.
    private mutating func count(_ host: HostAddress, _ change: (inout Count) -> Void) {
        change(&all)
        change(&hosts[host, default: Count()])
        if let site = host.site { change(&sites[site, default: Count()]) }
    }

    // MARK: Limits

    /// The narrowest scope without room for another stranger.
    private func crowdedScope(of host: HostAddress) -> Scope? {
        let share = strangersOfHost
        if count(in: .host(host)).strangers >= share { return .host(host) }
        if let site = host.site, count(in: .site(site)).strangers >= Self.hostsOfSite * share { return .site(site) }
        return strangers >= limits.handshakes ? .all : nil
    }

    private func count(in scope: Scope) -> Count {
        switch scope {
        case .all: all
        case .site(let site): sites[site] ?? Count()
        case .host(let host): hosts[host] ?? Count()
        }
    }

    /// The limit of strangers for one host. Once half of the room is taken, each host may take only a share of the
    /// rest. So the next host finds room even while others take all they can (dynamic thresholds; Choudhury and Hahne,
    /// "Dynamic queue length thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6,
    /// 1998).
    private var strangersOfHost: Int {
        let (room, most) = (limits.handshakes, limits.handshakesPerAddress)
        let left = room - strangers
        return left * 2 > room ? most : min(most, max(Self.strangersOfHostMin, 2 * left * most / room))
    }

    /// Up to a tenth above the limit, connections get a reason for the refusal.
    private func verdict(on host: HostAddress) -> Verdict {
        let total = all.connections
        let (here, site) = (hosts[host]?.connections ?? 0, host.site.flatMap { sites[$0]?.connections } ?? 0)
        let most = limits.connectionsPerAddress
        if here > most + most / 10 || site > Self.hostsOfSite * (most + most / 10) {
            return .dropped(.connectionsOfAddress)
        }
        if total > limits.connections + limits.connections / 10 { return .dropped(.connections) }
        return total > limits.connections || here > most || site > Self.hostsOfSite * most ? .refused : .welcome
    }
}

/// A set that returns a random element in constant time.
struct RandomSet<Element: Hashable & Sendable>: Sendable {
    private var elements: [Element] = []
    private var places: [Element: Int] = [:]

    var count: Int { elements.count }

    mutating func insert(_ element: Element) {
        guard places[element] == nil else { return }
        places[element] = elements.count
        elements.append(element)
    }

    mutating func remove(_ element: Element) {
        guard let place = places.removeValue(forKey: element) else { return }
        let last = elements.removeLast()
        if place < elements.count {
            elements[place] = last
            places[last] = place
        }
        // Each host has one of these, so an empty set must hold no memory.
        if elements.isEmpty { self = RandomSet() }
    }

    func randomElement(using generator: inout some RandomNumberGenerator) -> Element? {
        elements.randomElement(using: &generator)
    }
}
