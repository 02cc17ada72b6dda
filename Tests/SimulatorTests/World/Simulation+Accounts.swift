import MockMarket
import NIOCore
import Shared

import enum TestSupport.TestPNG

@testable import PushServer
@testable import TerminalClient

/// Events of accounts: devices, passwords, strangers who guess, and days that pass.
extension Simulation {
    /// A user revokes devices and changes the password, from a terminal; an operator does it in the database.
    func changeAccount() throws {
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

    func changePassword(_ terminal: SimulatedTerminal) {
        guard terminal.isLive else { return }
        let (new, revokesOthers) = ("password \(Int.random(in: 0..<1000, using: &random))", Bool.random(using: &random))
        story.note("\(terminal.name) changes the password\(revokesOthers ? ", and signs others out" : "")")
        hasRevoked = true
        let old = terminal.user.password
        terminal.ask(.accountRequest(number: 1, .changePassword(current: old, new: new, revokesOthers: revokesOthers)))
    }

    /// A stranger tries the owner's name, many times at once.
    func guess() throws {
        guard let server, let user = crowd.users.randomElement(using: &random) else { return }
        for attempt in 0..<Int.random(in: 1...40, using: &random) {
            let credentials = Hello.Credentials.password(name: user.account.name.text, password: "guess \(attempt)")
            let result = try server.door.signIn(credentials, device: "", address: "203.0.113.9", at: time)
            if case .success = result { throw Violation("a stranger came in") }
        }
    }

    /// Days pass. Terminals that are connected, or that have been let in and wait for the user hub, use their tokens
    /// meanwhile.
    func passDays() throws {
        let days = Int.random(in: 1...30, using: &random)
        story.note("\(days) days pass")
        try server?.noteUses(at: time)
        for _ in 0..<days {
            time = time.adding(seconds: 86_400)
            let uses = server?.tokenUses ?? []
            for use in uses { used(use.token) }
            try database.devices(at: time) { rows in
                for use in uses { try rows.touch(use) }
                try rows.sweep()
            }
        }
    }
}
