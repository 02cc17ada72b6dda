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
        // Without flashes, because a price that lights up is drawn a second time later.
        try await withServerAndTickwire(config: "flashes: off\n", size: Size(width: 120, height: 16)) { _, program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            try await moves(in: program)
        }
    }

    /// The window is too narrow for the column of seven days, whose gaps the server fills when it can.
    @Test func aStandingMarketCostsNoBytes() async throws {
        try await withServerAndTickwire(config: "flashes: off\n", size: Size(width: 103, height: 16)) {
            server,
            program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            try await pushes(from: server, to: program)
        }
    }

    @Test func onAWideScreenAStandingMarketCostsNothingEither() async throws {
        try await withServerAndTickwire(config: "flashes: off\n", size: Size(width: 160, height: 16)) {
            server,
            program in
            try await program.until { $0.text.contains(" BTC ") && $0.isConnected && $0.hasChart }
            try await pushes(from: server, to: program)
            #expect(program.screen.hasChart)
        }
    }

    /// A few cells that stay are written again where that takes fewer bytes than a move of the cursor.
    @Test func aTickWritesHardlyAnyCellThatItDoesNotChange() async throws {
        let size = Size(width: 120, height: 32)
        try await withServerAndTickwire(config: "flashes: off\n", size: size) { server, program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected && $0.isWhole }
            let first = program.screen.writtenCount
            var changed = 0
            for tick in 0..<50 {
                let before = program.screen.cells
                let dollars = 50_000 + tick * 7
                try await server.tick([
                    "btcusdt": "\(dollars).1", "ethusdt": "3000.\(10 + tick * 3 % 89)",
                    "solusdt": "\(150 - tick % 7).25", "xrpusdt": "0.5\(100 + tick * 37 % 900)",
                ])
                try await program.until(shows: ",\(String(dollars).suffix(3)).1")
                changed += zip(before.joined(), program.screen.cells.joined()).count { $0 != $1 }
            }
            let written = program.screen.writtenCount - first
            print("50 ticks: \(written) cells written, \(changed) changed")
            #expect(changed > 500 && Double(written) <= 1.1 * Double(changed), "\(written) written, \(changed) changed")
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
                // Both rows are drawn: the one that the cursor left and the one that it reached.
                screen.isWhole && screen.selection.map { $0.y != place && $0.width == width } == true
            }
            if program.screen.words == words {
                // This is cointop's figure.
                #expect(program.output.count - before <= 386)
            } else {
                // The program drew something else as well, such as the latency. Go there and back again.
                keys = (key == "j" ? ["k", "j"] : ["j", "k"]) + keys
            }
        }
    }

    /// Prices out of sight cost no byte, however many the server pushes.
    private func pushes(from server: TestServer, to program: TerminalProgram) async throws {
        #expect(!program.screen.text.contains(" LTC "))
        // The first of these changes more than the last digit. All frames after it end with that digit.
        for cents in ["11", "12"] {
            // The coin rises from now on, and the market line counts the rising coins.
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
        // Thirty prices out of sight would cost hundreds. The bytes of one price depend on where the cursor was.
        #expect(many < 40)
    }

    /// The bytes that it takes to show one price after some other changes.
    private func bytes(
        in program: TerminalProgram,
        from server: TestServer,
        after something: () async throws -> Void
    ) async throws -> Int {
        while true {
            try await server.tick(["ethusdt": "3000.11"])
            try await program.until(shows: "3,000.11")
            let (before, rest) = (program.output.count, program.screen.whatComesByItself)
            try await something()
            try await server.tick(["ethusdt": "3000.12"])
            try await program.until(shows: "3,000.12")
            if program.screen.whatComesByItself == rest { return program.output.count - before }
        }
    }
}

extension ModelTerminal {
    /// Whether the selected coin's candles stand beside the list.
    fileprivate var hasChart: Bool { text.contains("30m") && text.contains("UTC") && !text.contains("Loading candles") }

    /// The latency, which the screen shows once it is known and again every few seconds, and the blocks of seven days,
    /// which come as the server fills its gaps.
    fileprivate var whatComesByItself: [String] { [lines[14], text.filter { "▁▂▃▄▅▆▇".contains($0) }] }

    /// The text, which a move of the cursor does not change.
    fileprivate var words: [String] { lines.map { $0.hasPrefix("▌") ? " " + $0.dropFirst() : $0 } }

    /// The selected row, if exactly one looks selected: its position, its text, and the number of marked cells.
    fileprivate var selection: (y: Int, row: String, width: Int)? {
        guard let y = lines.firstIndex(where: { $0.hasPrefix("▌") }) else { return nil }
        let ground = cells[y][2].pen.background
        let marked = cells.map { row in row.count { $0.pen.background == ground } }
        return ground != .terminalDefault && marked.count { $0 > 0 } == 1 ? (y, lines[y], marked[y]) : nil
    }
}
