import PlatformKit
import PushServer
import Shared
import TerminalKit
import TestSupport
import Testing

/// The real `tickwire` in a real pty: what it shows, how it reacts to keys, and how it leaves the terminal.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ProgramTests {
    // MARK: What is seen

    @Test func atFortyByTenThereAreCoins() async throws {
        try await withTickwire(size: Size(width: 40, height: 10)) { program in
            try await program.until(shows: "BTC")
            #expect(program.screen.lines.count { $0.contains(".") } >= 5, "\(program.screen.text)")
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }

    @Test func withoutColorsNoneAreSent() async throws {
        try await withTickwire(environment: ["NO_COLOR": "1"]) { program in
            try await program.until(shows: "BTC")
            program.type("jjf")
            try await program.until(shows: "★")
            #expect(!program.output.hasColors)
        }
    }

    @Test func colorsCanBeForbiddenByTheCommandLine() async throws {
        try await withTickwire(["--color", "never"]) { program in
            try await program.until(shows: "BTC")
            #expect(!program.output.hasColors)
        }
    }

    @Test func outsideUTF8NothingButASCIIIsSentAndNoQuestionMarks() async throws {
        try await withTickwire(environment: ["LANG": "C"]) { program in
            try await program.until(shows: "BTC")
            program.type("f")
            try await program.until { $0.lines.contains { $0.contains("*") && $0.contains("BTC") } }
            #expect(program.output.allSatisfy { $0 < 0x80 })
            // The hint of Help's key may remain.
            #expect(!program.screen.text.replacing("? help", with: "").contains("?"), "\(program.screen.text)")
        }
    }

    @Test func aTerminalThatCanDoNothingGetsLines() async throws {
        try await withTickwire(environment: ["TERM": "dumb"]) { program in
            try await program.until { _ in String(decoding: program.output, as: UTF8.self).contains("BTC Bitcoin") }
            #expect(!program.output.contains(0x1B))
            program.send(SIGINT)
            _ = await program.ended()
        }
    }

    /// The link used to be dropped silently.
    @Test func aLinkThatLinesCannotShowIsWrongUsage() async throws {
        try await withTickwire(["open", "tickwire://prices/BTC/chart"], environment: ["TERM": "dumb"]) { program in
            #expect(await program.ended() == 64)
            #expect(String(decoding: program.output, as: UTF8.self).contains("use 'tickwire candles BTC'"))
        }
    }

    @Test func aLinkOpensItsScreen() async throws {
        try await withTickwire(["open", "tickwire://settings"]) { program in
            try await program.until(shows: "Keep favorites")
        }
    }

    // MARK: Keys, paste, mouse

    @Test func keysPasteAndMouseDoWhatTheySay() async throws {
        try await withTickwire { program in
            try await program.until(shows: "BTC")
            program.type("/\u{1B}[200~\nbitcoin\n\u{1B}[201~")
            try await program.until { $0.text.contains("bitcoin") && !$0.text.contains("ETH ") }
            program.type("\u{1B}")
            try await program.until(shows: "ETH ")
            program.type("\u{1B}[<0;20;6M\u{1B}[<0;20;6m")
            try await program.until { $0.lines[5].hasPrefix("▌") }
            program.type("\u{1B}[<65;20;6M")
            try await program.until { $0.lines[8].hasPrefix("▌") }
            program.type("?")
            try await program.until(shows: "to the top")
            program.type("Gq")
            try await program.until { $0.text.contains("ETH ") && !$0.text.contains("to the top") }
            program.type("y")
            try await program.until { $0.clipboard != nil }
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    /// The second key used to go to Prices, because Settings was not shown yet.
    @Test func aKeyTypedRightAfterOneThatOpensAScreenGoesToThatScreen() async throws {
        try await withTickwire { program in
            try await program.until(shows: "BTC")
            program.type(",?")
            try await program.until { $0.text.contains("choose from a list, or change") }
            program.type("qq")
            #expect(await program.ended() == 0)
        }
    }

    @Test func aChartIsOpenedInspectedAndLeftAgain() async throws {
        try await withTickwire(size: Size(width: 100, height: 30)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("\r")
            // The list is still there. This is one condition, because the screen may be read in the middle of a frame.
            try await program.until { screen in ["Huobi", " 1h ", "ETH"].allSatisfy { screen.text.contains($0) } }
            program.type("\r")
            try await program.until { $0.text.contains("inspect") && !$0.text.contains("ETH") }
            program.type("[")
            try await program.until { $0.text.contains("Huobi") && $0.text.contains("O ") }
            program.type("i\u{1B}[D\u{1B}[D")
            try await program.until { screen in ["O ", "H ", "L ", "C "].allSatisfy { screen.text.contains($0) } }
            program.type("]")
            try await program.until(shows: "O ")
            program.type("\u{1B}\u{1B}")
            try await program.until { $0.text.contains("ETH") }
            program.type("\u{1B}")
            try await program.until { !$0.text.contains("Huobi") }
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }

    @Test func theKeyboardProtocolIsUsedWhenOffered() async throws {
        try await withTickwire { program in
            try await program.until(shows: "BTC")
            program.type("\u{1B}[?0u")
            try await program.until { $0.keyboardModes == [5] }
            program.type("\u{1B}[47u")
            try await program.until(shows: "name or symbol")
            program.type("\u{1B}[27u\u{1B}[99;5u")
            #expect(await program.ended() == 0)
        }
    }

    // MARK: Pictures

    @Test func aTerminalThatShowsImagesGetsThePicturesOfTheCoinsOnTheScreen() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BT BTC") && $0.text.contains("ET ETH") }
            #expect(program.screen.images.questions == 1)
            #expect(program.screen.images.sent.isEmpty)
            program.type("\u{1B}_Gi=31;OK\u{1B}\\")
            try await program.until { $0.hasPicture(of: 1, beside: "BTC") && $0.hasPicture(of: 1027, beside: "ETH") }
            #expect(program.screen.images.sent[1]?.hasPrefix("iVBORw0KGgo") == true, "the signature of a PNG")
            #expect(!program.screen.text.contains("BT BTC"))
            // Each coin's row has a change in percent, and so has the market line.
            try await program.until { screen in
                screen.lines.dropFirst(2).count { $0.contains("%") } == screen.images.shown.count
            }
            let before = program.output.count
            program.type("j")
            try await program.until { $0.lines.contains { $0.hasPrefix("▌") && $0.contains("ETH") } }
            #expect(program.output.count - before <= 400, "a step costs no more than without pictures")
            program.type("G")
            try await program.until { !$0.text.contains(" BTC ") && !$0.images.shown.keys.contains { $0.image == 1 } }
            program.type("g")
            try await program.until { $0.hasPicture(of: 1, beside: "BTC") }
            program.type(",")
            try await program.until { $0.text.contains("Keep favorites") && $0.images.shown.isEmpty }
            program.type("\u{1B}")
            try await program.until { $0.hasPicture(of: 1, beside: "BTC") }
            #expect(program.screen.unknown.isEmpty, "\(program.screen.unknown)")
        }
    }

    @Test func picturesSurviveASuspensionAndStormsOfSizes() async throws {
        try await withTickwire(shell: "set -m; TICKWIRE; echo stopped $?; read -r; fg; echo ended $?") { program in
            try await program.until(shows: "BTC")
            program.type("\u{1B}_Gi=31;OK\u{1B}\\")
            try await program.until { $0.hasPicture(of: 1, beside: "BTC") }
            program.type("\u{1A}")
            try await program.until { _ in String(decoding: program.output, as: UTF8.self).contains("stopped 148") }
            #expect(program.leftovers == [])
            program.type("\n")
            try await program.until { $0.hasPicture(of: 1, beside: "BTC") }
            var random = SeededGenerator(seed: 2)
            for _ in 0..<50 {
                program.resize(
                    Size(width: .random(in: 1...200, using: &random), height: .random(in: 1...70, using: &random))
                )
            }
            program.resize(Size(width: 100, height: 30))
            program.type("g")
            try await program.until { $0.hasPicture(of: 1, beside: "BTC") && $0.isConnected }
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    @Test func aTerminalThatDoesNotAnswerGetsBadgesAlone() async throws {
        try await withTickwire { program in
            try await program.until(shows: "BT BTC")
            program.type("jjGg")
            try await program.until(shows: "BT BTC")
            #expect(program.screen.images.questions == 1)
            #expect(program.screen.images.sent.isEmpty)
        }
    }

    @Test(arguments: ["screen-256color", "tmux-256color", "linux"])
    func aTerminalThatTheQuestionWouldDisturbIsNotAsked(name: String) async throws {
        try await withTickwire(environment: ["TERM": name]) { program in
            try await program.until(shows: "BT BTC")
            #expect(program.screen.images.questions == 0)
            #expect(!String(decoding: program.output, as: UTF8.self).contains("\u{1B}_"))
        }
    }

    // MARK: Sizes

    @Test func aStormOfSizesDownToOneByOneIsSurvived() async throws {
        try await withTickwire { program in
            try await program.until(shows: "BTC")
            var random = SeededGenerator(seed: 1)
            for _ in 0..<200 {
                program.resize(
                    Size(width: .random(in: 1...200, using: &random), height: .random(in: 1...70, using: &random))
                )
            }
            for size in [Size(width: 1, height: 1), Size(width: 2, height: 1), Size(width: 1, height: 1)] {
                program.resize(size)
                program.type("jjk")
            }
            program.resize(Size(width: 80, height: 24))
            // In a window of one line each step may have scrolled the list, so that its top is out of sight.
            program.type("g")
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("r,")
            try await program.until(shows: "Keep favorites")
        }
    }
}

extension ModelTerminal {
    /// Whether a coin's picture is in the row of its symbol, in the two columns before it.
    fileprivate func hasPicture(of coin: UInt32, beside symbol: String) -> Bool {
        images.shown.contains { place, area in
            guard place.image == coin, cells.indices.contains(area.y) else { return false }
            let after = cells[area.y].dropFirst(area.right).map(\.text).joined()
            return after.hasPrefix(" \(symbol) ") || after.hasPrefix("  \(symbol) ")
        }
    }
}

extension [UInt8] {
    /// Whether any of the sequences selects a color.
    fileprivate var hasColors: Bool {
        String(decoding: self, as: UTF8.self).split(separator: "\u{1B}[").contains { part in
            guard let end = part.firstIndex(of: "m") else { return false }
            let numbers = part[..<end].split(separator: ";").compactMap { Int($0) }
            return numbers.contains { 30...48 ~= $0 && $0 != 39 || 90...107 ~= $0 }
        }
    }
}
