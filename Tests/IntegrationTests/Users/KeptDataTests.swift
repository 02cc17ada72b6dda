import PushServer
import Shared
import TestSupport
import Testing

@testable import TerminalClient

private let bitcoin = CoinID(1)

/// Each part of what users keep: it is in both of a user's terminals, it is taken back, it waits while a terminal is offline, and it
/// outlives a SIGKILL of the server.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct KeptDataTests {
    enum Part: String, CaseIterable, Sendable {
        case lists, holdings, currencies, alerts
    }

    @Test(arguments: Part.allCases) func aChangeIsInBothTerminalsAndIsTakenBackInBoth(of part: Part) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    try await other.connected {
                        await one.untilReady()
                        await other.untilReady()
                        one.change(part, 1)
                        await other.until { $0.has(part, 1) }
                        one.link.user.undo()
                        await other.until { !$0.has(part, 1) }
                        #expect(!one.has(part, 1))
                    }
                }
                #expect(try await server.userHashMismatches == 0)
            }
        }
    }

    @Test(arguments: Part.allCases) func whatTwoTerminalsChangeOfflineIsInBothOnceTheyAreBack(
        of part: Part
    ) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                one.change(part, 1)
                other.change(part, 2)
                other.change(part, 3)
                other.link.user.undo()
                #expect(one.has(part, 1) && other.has(part, 2) && !other.has(part, 3), "each sees its own at once")
                try await one.connected {
                    await one.untilReady()
                    await one.untilConfirmed()
                    try await other.connected {
                        await other.untilReady()
                        await other.untilConfirmed()
                        for terminal in [one, other] {
                            // There is one currency, and the last one who chooses it wins.
                            await terminal.until {
                                $0.has(part, 2) && !$0.has(part, 3) && $0.has(part, 1) == (part != .currencies)
                            }
                            #expect(terminal.link.user.problem == nil)
                        }
                    }
                }
                #expect(try await server.userHashMismatches == 0)
            }
        }
    }

    /// One change is confirmed before the kill. The other is made while there is no server.
    @Test(arguments: Part.allCases) func aChangeOutlivesASIGKILLOfTheServer(of part: Part) async throws {
        try await withTemporaryDirectory { directory in
            let port = try await withServerBinary(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    terminal.change(part, 1)
                    await terminal.untilConfirmed()
                    await server.kill()
                    await terminal.until { $0.link.state != .live }
                    terminal.change(part, 2)
                    let next = try await ServerBinary.start(in: directory, port: server.port)
                    await terminal.untilConfirmed()
                    #expect(terminal.has(part, 2) && terminal.has(part, 1) == (part != .currencies))
                    await next.kill()
                }
                return server.port
            }
            let server = try await ServerBinary.start(in: directory, port: port)
            let later = server.terminal()
            try await later.connected {
                await later.untilReady()
                #expect(later.has(part, 2) && later.has(part, 1) == (part != .currencies))
                // The server notes each alert that it has armed.
                let armed = later.user.alerts.count { later.user.state(of: $0) != nil }
                #expect(later.user.version == 2 + UInt64(armed), "each change is done once")
            }
            await server.stop()
        }
    }
}

extension TestTerminal {
    /// Makes a change, which has a number in its part.
    fileprivate func change(_ part: KeptDataTests.Part, _ number: UInt64) {
        link.user.mutate { table in
            switch part {
            case .lists:
                let name = try? ListName(typed: "List \(number)")
                return name.flatMap { try? .create(ListID(rawValue: number), named: $0, of: table) } ?? Mutation()
            case .holdings: return .put([Transaction(number)])
            case .currencies: return .set(Settings.currency, to: Self.currency(number))
            case .alerts: return .add(Alert(number))
            }
        }
    }

    fileprivate func has(_ part: KeptDataTests.Part, _ number: UInt64) -> Bool {
        switch part {
        case .lists: user.name(of: ListID(rawValue: number)) == "List \(number)"
        case .holdings: user.transactions.contains(Transaction(number))
        case .currencies: user.storedText(of: Settings.currency) == Self.currency(number)
        case .alerts: user.alert(AlertID(rawValue: number))?.condition == Alert(number).condition
        }
    }

    private static func currency(_ number: UInt64) -> String { ["EUR", "JPY", "BTC"][Int(number - 1)] }
}

extension Transaction {
    fileprivate init(_ number: UInt64) {
        let time = MarketTime(seconds: 1_700_000_000 + Int64(number))
        self.init(TransactionID(rawValue: number), .bought, .one, of: bitcoin, money: .price(.one), at: time)
    }
}

extension Alert {
    fileprivate init(_ number: UInt64) {
        // The market's prices do not come near it.
        let limit = try? ExactDecimal(mantissa: 900_000_000 + Int64(number), exponent: 0)
        self.init(id: AlertID(rawValue: number), coin: bitcoin, condition: .priceAbove(limit ?? .zero))
    }
}
