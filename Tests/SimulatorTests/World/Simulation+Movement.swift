import MockMarket
import NIOCore
import Shared

import enum TestSupport.TestPNG

@testable import PushServer
@testable import TerminalClient

/// Moves the frames on wires and the messages in mailboxes, one step at a time or until none is left.
extension Simulation {
    /// Moves something that can move.
    func moveSomething() throws {
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            guard let server else { return }
            try moveOnce(server)
        }
    }

    func moveOnce(_ server: SimulatedServer) throws {
        switch Int.random(in: 0..<15, using: &random) {
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
        case 11: try server.alerts.handleAll(at: time)
        default:
            guard let shard = server.shards.randomElement(using: &random), !shard.isLate else { return }
            if Bool.random(using: &random) { try shard.takeTick() } else { try shard.serveNext() }
        }
    }

    func move(_ terminal: SimulatedTerminal, _ server: SimulatedServer) throws {
        guard let wire = terminal.wire else {
            terminal.user.password = try database.password(of: terminal.user.account.id)
            return try crowd.connect(terminal, to: server, &random)
        }
        if terminal.isResendDue { return try terminal.resend() }
        if wire.canDeliverToClient {
            try terminal.receive(at: uptime)
        } else if wire.hasEnded {
            terminal.disconnected()
        }
    }

    /// Faults end, everything on its way arrives, and everybody returns.
    func comeToRest() throws {
        for _ in 0..<20_000 {
            try pass(milliseconds: 10, uptime: 10)
            for user in crowd.users { user.password = try database.password(of: user.account.id) }
            if try !moveAll() { return }
            try afterwards()
        }
        throw Violation("does not come to rest")
    }

    /// - Returns: whether anything moved.
    func moveAll() throws -> Bool {
        guard let server else { return false }
        var hasMoved = false
        for terminal in crowd.terminals where try moveOn(terminal, server) { hasMoved = true }
        for end in server.ends where try moveOn(end) { hasMoved = true }
        server.removeEnded()
        if server.hasEvents {
            _ = try server.settle(.stored, at: time)
            hasMoved = true
        }
        for shard in server.shards where shard.hasWork {
            try shard.takeTick()
            try shard.serveNext()
            hasMoved = true
        }
        if server.alerts.hasEvents {
            try server.alerts.handleAll(at: time)
            hasMoved = true
        }
        if server.candles.hasEvents || server.candles.hasRequests {
            server.candles.handleAll(at: time)
            server.candles.answerSome(exchange, at: time, faults: false, &random)
            hasMoved = true
        }
        return hasMoved
    }

    func moveOn(_ terminal: SimulatedTerminal, _ server: SimulatedServer) throws -> Bool {
        if terminal.wire?.isCut == true, terminal.wire?.hasEnded == true { terminal.disconnected() }
        let isConnecting = !terminal.isConnected
        if isConnecting { try crowd.connect(terminal, to: server, &random) }
        guard terminal.isResendDue || terminal.wire?.canDeliverToClient == true else { return isConnecting }
        try move(terminal, server)
        return true
    }

    func moveOn(_ end: SimulatedConnection) throws -> Bool {
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
