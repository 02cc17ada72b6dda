import Foundation
import Shared
import Testing

@testable import PushServer

/// What an operator learns of running servers.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct StatusCommandTests {
    private func status(_ arguments: String...) async throws -> CommandRun {
        try await CommandRun("tickwire-server", ["status"] + arguments)
    }

    @Test func aServerThatStandsAloneTellsItsTerminals() async throws {
        try await withTemporaryDirectory { directory in
            try await withServerBinary(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.running {
                    await terminal.untilReady()
                    let run = try await status("--admin", server.admin)
                    let address = "127.0.0.1:\(server.port)"
                    let head = "ADMIN" + String(repeating: " ", count: server.admin.count - 5)
                    run.expect(
                        """
                        \(head)  ROLE   TERM  LAG  TERMINALS  LOST  REPAIRED  STATE
                        \(server.admin)  alone  -     -    1          -     -         ready, mock market

                        """
                    )
                    let json = try await status("--admin", server.admin, "--json")
                    #expect(json.status == 0)
                    let start = #"[{"admin":"\#(server.admin)","server":{"coins":5,"listen":"\#(address)","#
                    #expect(json.said.hasPrefix(start), "\(json.said)")
                    #expect(json.said.contains(#""terminals":1"#))
                    #expect(json.said.contains(#""market":"mock""#))
                }
            }
        }
    }

    @Test func aServerThatDoesNotAnswerIsNamedAndTheOthersAreShown() async throws {
        try await withTemporaryDirectory { directory in
            try await withServerBinary(in: directory) { server in
                let run = try await status("--admin", "127.0.0.1:1", "--admin", server.admin)
                #expect(run.status == 1)
                #expect(run.said.contains("the admin port 127.0.0.1:1 cannot be reached: nothing listens there; "))
                #expect(run.said.contains("\(server.admin)  alone"))
                let wrong = try await status("--admin", "127.0.0.1:\(server.port)")
                wrong.expectFailure("gives no answer; ")
            }
        }
    }

    @Test func nodesReportTheLeaderTheAgeOfTheirMarketAndTheirTerminals() async throws {
        try await TestFleet.with { fleet in
            let first = try await fleet.start()
            _ = try await fleet.leader(of: [first])
            let second = try await fleet.start()
            let terminal = second.terminal()
            try await terminal.running {
                await terminal.untilReady()
                let admins = try [first, second].map { try #require($0.server.adminAddress) }
                var reports: [NodeReport] = []
                repeat {
                    try Task.checkCancellation()
                    reports = []
                    for admin in admins { reports.append(try await AdminClient(endpoint: admin).report()) }
                } while reports[1].fleet?.lagMilliseconds == nil
                #expect(reports.map { $0.fleet?.role } == [.leader, .follower])
                #expect(reports.map(\.terminals) == [0, 1])
                #expect(reports[1].fleet?.leader == first.address.address && reports[1].fleet?.term == 1)
                let said = try await status("--admin", "\(admins[0])", "--admin", "\(admins[1])").said
                #expect(said.contains("  leader    1     0 ms") && said.contains("  follower  1"), "\(said)")
            }
        }
    }
}
