import Shared
import TerminalKit
import TestSupport
import Testing

@testable import PushServer

/// The real `tickwire` in a real pty: what its frames cost on a slow line.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ProgramBytesTests {
    @Test func aCursorMoveCostsFewBytes() async throws {
        // A price that lights up is drawn a second time, some time later.
        try await withServerAndTickwire(config: "flashes: off\n", size: Size(width: 120, height: 16)) { _, program in
            try await program.until { $0.text.contains("BTC") && $0.text.contains("live") }
            try await moves(in: program)
        }
    }

    /// Where there is no column of seven days: the server fills its gaps when it can.
    @Test func aStandingMarketCostsNoBytes() async throws {
        try await withServerAndTickwire(config: "flashes: off\n", size: Size(width: 115, height: 16)) {
            server,
            program in
            try await program.until { $0.text.contains("BTC") && $0.text.contains("live") }
            try await pushes(from: server, to: program)
        }
    }

    @Test func onAWideScreenAStandingMarketCostsNothingEither() async throws {
        try await withServerAndTickwire(config: "flashes: off\n", size: Size(width: 160, height: 16)) {
            server,
            program in
            try await program.until { $0.text.contains(" BTC ") && $0.text.contains("live") && $0.hasChart }
            try await pushes(from: server, to: program)
            #expect(program.screen.hasChart)
        }
    }

    /// Down and up again, with every byte of each frame.
    private func moves(in program: TerminalProgram) async throws {
        program.type("j")
        try await program.until { $0.isWhole && $0.selection?.row.contains("ETH") == true }
        let width = program.screen.selection?.width
        var keys = ["j", "j", "k", "j", "k", "k"][...]
        while let key = keys.popFirst() {
            let (before, place, words) = (program.output.count, program.screen.selection?.y, program.screen.words)
            program.type(key)
            try await program.until { screen in
                // Both rows are done: the one that was left, and the one that was reached.
                screen.isWhole && screen.selection.map { $0.y != place && $0.width == width } == true
            }
            if program.screen.words == words {
                // 386 is cointop's figure; the two rows' blocks of seven days, three bytes each, come on top.
                #expect(program.output.count - before <= 386 + 2 * 14 * 3)
            } else {
                // Something else was drawn at the same time, as how long prices take: there and back again.
                keys = (key == "j" ? ["k", "j"] : ["j", "k"]) + keys
            }
        }
    }

    /// Prices out of sight do not cost a byte, however many are pushed.
    private func pushes(from server: TestServer, to program: TerminalProgram) async throws {
        #expect(!program.screen.text.contains(" LTC "))
        // The first of these changes more than the last digit, which ends all the frames after it.
        for cents in ["11", "12"] {
            // From now on it rises, and the line above the list shows how many coins rise.
            try await server.tick(["ethusdt": "3000.\(cents)", "ltcusdt": "80.0\(cents.last ?? "1")"])
            try await program.until(shows: "3,000.\(cents)")
            // Pairs that the ticks leave out are told with their own ages once, and not in between.
            await server.hub.secondPassed()
        }
        let one = try await bytes(in: program, from: server) {}
        let many = try await bytes(in: program, from: server) {
            // The last tick left LTC out. Its own age is a tick of the server's, which must not fall among these.
            await server.hub.secondPassed()
            try await server.untilEveryLoopHasAllTicks()
            let before = try await server.server.shards[0].read { $0.market.sequence }
            for cents in 10..<40 {
                try await server.tick(["ethusdt": "3000.12", "ltcusdt": "80.\(cents)"])
                try await server.untilEveryLoopHasAllTicks()
            }
            let after = try await server.server.shards[0].read { $0.market.sequence }
            #expect(after == before + 30)
        }
        #expect(one < 40)
        // Thirty prices out of sight would cost hundreds. How one price is drawn may differ by where the cursor was.
        #expect(many < 40)
    }

    /// What it costs to show one price, with something before it.
    private func bytes(
        in program: TerminalProgram,
        from server: TestServer,
        after something: () async throws -> Void
    ) async throws -> Int {
        while true {
            try await server.tick(["ethusdt": "3000.11"])
            try await program.until(shows: "3,000.11")
            let (before, status) = (program.output.count, program.screen.lines[14])
            try await something()
            try await server.tick(["ethusdt": "3000.12"])
            try await program.until(shows: "3,000.12")
            // How long prices take is told once it is known, and anew every few seconds.
            if program.screen.lines[14] == status { return program.output.count - before }
        }
    }
}

extension ModelTerminal {
    /// Whether no frame is under way.
    fileprivate var isWhole: Bool { !modes.contains(2026) }

    /// Whether the selected coin's candles stand beside the list.
    fileprivate var hasChart: Bool { text.contains("30m") && text.contains("UTC") && !text.contains("Loading candles") }

    /// All that a move leaves as it is.
    fileprivate var words: [String] { lines.map { $0.hasPrefix("▌") ? " " + $0.dropFirst() : $0 } }

    /// The row that looks selected, where there is one and no other: its place, what it says, and how many cells are marked.
    fileprivate var selection: (y: Int, row: String, width: Int)? {
        guard let y = lines.firstIndex(where: { $0.hasPrefix("▌") }) else { return nil }
        let ground = cells[y][2].pen.background
        let marked = cells.map { row in row.count { $0.pen.background == ground } }
        return ground != .terminalDefault && marked.count { $0 > 0 } == 1 ? (y, lines[y], marked[y]) : nil
    }
}
