import PlatformKit
import Shared
import TerminalKit
import TestSupport
import Testing

@testable import TerminalClient

/// `tickwire` is killed right after it has shown a change, once with a connection and once without. Each change is then made, once, and
/// another terminal of the user has it.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KilledProgramTests {
    enum Part: String, CaseIterable, Sendable {
        case lists, holdings, currencies, alerts
    }

    @Test(arguments: Part.allCases) func whatItHasShownOutlivesASIGKILL(of part: Part) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let proxy = try await TestProxy.start(upstreamPort: server.port)
                try await server.logIn(profile: directory + "/profile", port: proxy.port)
                let other = server.terminal()
                try await other.connected {
                    await other.untilReady()
                    func open() async throws -> TerminalProgram {
                        let size = Size(width: 120, height: 40)
                        let program = try await server.openTickwire(in: directory, port: proxy.port, size: size)
                        try await program.until { $0.text.contains("BTC") && $0.isConnected }
                        return program
                    }
                    var program = try await open()
                    try await program.change(part, 1)
                    await program.kill()
                    // What the kill kept from the server, the next start sends.
                    program = try await open()
                    await other.until { $0.kept(of: part) == part.kept(after: 1) }
                    // Nothing listens at the end of this wire.
                    proxy.plug(into: 1)
                    proxy.cutNow()
                    try await program.until { $0.text.contains("offline") }
                    try await program.change(part, 2)
                    try await program.until(shows: "not saved yet")
                    await program.kill()
                    #expect(other.kept(of: part) == part.kept(after: 1))
                    proxy.plug(into: server.port)
                    program = try await open()
                    await other.until { $0.kept(of: part) == part.kept(after: 2) }
                    program.send(SIGTERM)
                    _ = await program.ended()
                    #expect(program.leftovers == [])
                }
                #expect(try await server.userHashMismatches == 0)
                try await proxy.stop()
            }
        }
    }
}

extension KilledProgramTests.Part {
    /// What the user has after this many changes, in words.
    fileprivate func kept(after changes: Int) -> [String] {
        let all =
            switch self {
            case .lists: ["Chain", "DeFi"]
            case .holdings: ["7", "8"]
            case .currencies: [changes == 1 ? "EUR" : "JPY"]
            case .alerts: ["800000", "900000"]
            }
        return Array(all.prefix(changes))
    }
}

extension TestTerminal {
    fileprivate func kept(of part: KilledProgramTests.Part) -> [String] {
        switch part {
        case .lists: user.lists.map(\.name).sorted()
        case .holdings: user.transactions.map { "\($0.amount)" }.sorted()
        case .currencies: user.storedText(of: Settings.currency).map { [$0] } ?? []
        case .alerts:
            user.alerts.compactMap { if case .priceAbove(let limit) = $0.condition { "\(limit)" } else { nil } }
                .sorted()
        }
    }
}

extension TerminalProgram {
    /// Makes the first or second change with keys, and returns once it is shown.
    fileprivate func change(_ part: KilledProgramTests.Part, _ number: Int) async throws {
        let isFirst = number == 1
        switch part {
        case .lists:
            let name = isFirst ? "Chain" : "DeFi"
            type("F")
            try await until(shows: "Lists with BTC")
            type(name)
            try await until(shows: "new list '\(name)'")
            type("\r\r")
            try await until(shows: "added BTC to \(name)")
        case .holdings:
            type("B")
            try await until(shows: "New transaction of BTC")
            type(isFirst ? "7\t5\r" : "8\t5\r")
            try await until { !$0.text.contains("New transaction") && $0.text.contains("BTC") }
        case .currencies:
            type(",jk")
            try await until { $0.text.contains("› Candles from") }
            type("j\r")
            try await until(shows: "type to filter")
            type(isFirst ? "eur\r" : "jpy\r")
            try await until {
                $0.text.contains("› Currency  ● \(isFirst ? "EUR" : "JPY")") && !$0.text.contains("filter")
            }
        case .alerts:
            type("A")
            try await until(shows: "Alert for BTC")
            type("\u{15}>\(isFirst ? "800000" : "900000")\r")
            try await until(shows: "at or above")
        }
    }

    fileprivate func kill() async {
        send(SIGKILL)
        _ = await ended()
    }
}
