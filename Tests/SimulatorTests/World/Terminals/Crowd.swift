import MockMarket
import NIOCore
import Shared

@testable import PushServer

/// The users, their terminals, and the wires between these and the server or the nodes.
@MainActor
final class Crowd {
    let users: [SimulatedUser]
    private(set) var terminals: [SimulatedTerminal] = []
    private let story: Story
    private let log: MarketLog
    /// Whether frames go through their bytes.
    private let isEncoded: Bool
    private var lastTerminal = 0

    init(_ users: [SimulatedUser], isEncoded: Bool, story: Story, log: MarketLog) {
        (self.users, self.isEncoded, self.story, self.log) = (users, isEncoded, story, log)
    }

    // MARK: Terminals

    func start(_ random: inout SeededGenerator) {
        guard let user = users.randomElement(using: &random), let profile = user.profiles.randomElement(using: &random)
        else { return }
        start(user, profile, &random)
    }

    private func start(_ user: SimulatedUser, _ profile: SimulatedProfile, _ random: inout SeededGenerator) {
        lastTerminal += 1
        let journals = SimulatedJournals(profile.folder, own: .random(using: &random))
        let terminal = SimulatedTerminal("T\(lastTerminal)", user: user, profile: profile, journals: journals, log: log)
        story.note("\(terminal.name) starts for \(user.account.name)")
        terminals.append(terminal)
    }

    /// Another process takes over the changes that a process left behind.
    func adoptOrphans(_ random: inout SeededGenerator) {
        for user in users {
            for profile in user.profiles where profile.folder.hasOrphans { start(user, profile, &random) }
        }
    }

    func killSome(_ random: inout SeededGenerator) {
        guard let terminal = terminals.randomElement(using: &random) else { return }
        let losesPower = Int.random(in: 0..<4, using: &random) == 0
        let killed = terminals.filter { losesPower ? $0.profile === terminal.profile : $0 === terminal }
        terminals.removeAll { terminal in killed.contains { $0 === terminal } }
        for terminal in killed {
            story.note("\(terminal.name) \(losesPower ? "loses its power" : "is killed")")
            terminal.wire?.cut(toClient: 0, toServer: Int.random(in: 0...3, using: &random))
            terminal.kill()
        }
        if losesPower { terminal.profile.folder.losePower(&random) }
        for _ in killed { start(&random) }
    }

    // MARK: Wires

    /// - Returns: the terminal's wire, which a server has to accept.
    func connect(_ terminal: SimulatedTerminal, at now: NIODeadline, _ random: inout SeededGenerator) throws -> Wire {
        let wire = Wire(capacity: Int.random(in: 1...4, using: &random), isEncoded: isEncoded)
        try terminal.connect(wire, at: now)
        return wire
    }

    func connect(_ terminal: SimulatedTerminal, to server: SimulatedServer, _ random: inout SeededGenerator) throws {
        try connect(terminal, to: server, shard: Int.random(in: 0..<server.shards.count, using: &random), &random)
    }

    private func connect(
        _ terminal: SimulatedTerminal,
        to server: SimulatedServer,
        shard: Int,
        _ random: inout SeededGenerator
    ) throws {
        story.note("\(terminal.name) connects to loop \(shard)")
        let wire = try connect(terminal, at: server.uptime, &random)
        try server.accept(wire, from: terminal.profile.address, shard: shard)
    }

    func cutSome(_ random: inout SeededGenerator) {
        guard let terminal = terminals.randomElement(using: &random), let wire = terminal.wire else { return }
        story.note("\(terminal.name)'s wire is cut")
        wire.cut(
            toClient: Int.random(in: 0...4, using: &random),
            toServer: Int.random(in: 0...4, using: &random)
        )
        // It may come back long before the server has noticed.
        if Bool.random(using: &random) { terminal.disconnected() }
    }

    /// No end is told, and frames on their way may or may not arrive.
    func cutAll(_ random: inout SeededGenerator) {
        for terminal in terminals {
            terminal.wire?.cut(toClient: Int.random(in: 0...3, using: &random), toServer: 0)
        }
    }

    /// A terminal loses its connection and returns at once, on another event loop.
    func move(
        _ terminal: SimulatedTerminal,
        to shard: Int,
        of server: SimulatedServer,
        _ random: inout SeededGenerator
    ) throws {
        terminal.wire?.cut(toClient: 0, toServer: 0)
        terminal.disconnected()
        try connect(terminal, to: server, shard: shard, &random)
    }

    func stallSome(_ random: inout SeededGenerator) {
        guard let wire = terminals.randomElement(using: &random)?.wire, !wire.isCut else { return }
        wire.isStalled.toggle()
    }

    func endFaults() {
        for wire in terminals.compactMap(\.wire) { (wire.isStalled, wire.losesDiff) = (false, false) }
    }

    /// Whether a terminal lacks a diff. It notices that with the next one.
    var lacksDiff: Bool { terminals.contains { $0.wire?.hasLostDiff == true } }

    /// One end of a cut wire finds out.
    func noticeLoss(at server: SimulatedServer, _ random: inout SeededGenerator) throws {
        for terminal in terminals where terminal.wire?.hasEnded == true && Bool.random(using: &random) {
            terminal.disconnected()
        }
        for end in server.ends where end.wire.isCut && end.wire.toServer.isEmpty && Bool.random(using: &random) {
            try end.end()
        }
        server.removeEnded()
    }
}
