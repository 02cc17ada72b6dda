import TerminalKit
import TestSupport
import Testing

/// Lists of coins in a real pty: filtered, sorted, and all in one list by rank.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ListProgramTests {
    // MARK: Lists of the user

    @Test func aListIsMadeWithACoinFromPricesAndShown() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("F")
            try await program.until(shows: "Lists with BTC")
            program.type("DeFi")
            try await program.until(shows: "new list 'DeFi'")
            program.type("\r")
            try await program.until(shows: "New list")
            #expect(!program.screen.text.contains("added BTC"))
            program.type("\r")
            try await program.until { $0.text.contains("added BTC to DeFi") && $0.text.contains("● DeFi") }
            program.type("\u{1B}")
            try await program.until { !$0.text.contains("Lists with BTC") }
            program.type("L")
            try await program.until { $0.text.contains("Lists") && $0.text.contains("1 coin") }
            program.type("defi\r")
            try await program.until { $0.text.contains("2 DeFi 1") && $0.selected.contains(" BTC ") }
            program.type("x")
            try await program.until(shows: "DeFi has no coins yet.")
            program.type("z")
            try await program.until { $0.selected.contains(" BTC ") }
            program.type("L")
            try await program.until(shows: "2 DeFi 1")
        }
    }

    @Test func aChangeThatIsOlderThanItsHintIsNamedBeforeItIsTakenBack() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("ff")
            try await program.until(shows: "removed BTC (z: undo)")
            try await program.until { !$0.text.contains("(z: undo)") }
            program.type("z")
            try await program.until(shows: "z again: BTC is a favorite again")
            #expect(!program.screen.selected.contains("★"))
            program.type("z")
            try await program.until { $0.selected.contains("★") && !$0.text.contains("z again") }
        }
    }

    // MARK: The filter

    @Test func theFilterSelectsTheBestMatchAndUnderlinesIt() async throws {
        try await withTickwire(coins: 1000) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("/link")
            try await program.until { screen in
                screen.selected.contains("Chainlink") && screen.underlined(in: screen.selected) == ["LINK", "link"]
            }
            #expect(program.screen.lines[3] == program.screen.selected, "it is the first one")
            program.type("\u{15}btc")
            try await program.until { $0.selected.contains(" BTC ") && $0.selected.contains("Bitcoin ") }
            #expect(program.screen.lines[3] == program.screen.selected)
        }
    }

    /// Most of the weaker matches have better ranks here.
    @Test func theBestMatchComesFirstAndEquallyGoodOnesAreByRank() async throws {
        try await withTickwire(size: Size(width: 110, height: 30), coins: 157) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("/eth")
            // The whole symbol, the start of names, the start of a word, and the inside of names.
            try await program.until { screen in
                screen.lines[1].contains("/ eth ")
                    && screen.inThisOrder(
                        " Ethereum ",
                        " Ethereum Classic ",
                        " Ethereum Name ",
                        " Lido Staked ETH ",
                        " Tether USDt ",
                        " Tether Gold "
                    )
            }
            #expect(program.screen.selected.contains(" ETH "))
            program.type("\u{15}ar")
            // The whole symbol, the start of a symbol, the start of a name, and the inside of names.
            try await program.until { screen in
                screen.lines[1].contains("/ ar ")
                    && screen.inThisOrder(
                        " Arweave ",
                        " Arbitrum ",
                        " Artificial ",
                        " Cardano ",
                        " Stellar ",
                        " Flare "
                    )
            }
            #expect(program.screen.selected.contains(" AR "))
        }
    }

    @Test func aFilteredListIsOneListWithNamesThatBeginSoBeforeOthers() async throws {
        try await withTickwire(config: "sections: on\n", size: Size(width: 110, height: 30)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("G")
            try await program.until(shows: "Tokens ")
            program.type("/bit")
            try await program.until { screen in
                !screen.text.contains("Tokens ")
                    && screen.inThisOrder(" Bitcoin ", " Bitcoin Cash ", " Bittensor ", " Wrapped Bitcoin ")
            }
        }
    }

    @Test func whatTheUserDidLastOrdersTheMatches() async throws {
        try await withTickwire(size: Size(width: 110, height: 30)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("nn")
            try await program.until { $0.lines[2].contains("by name ▼") }
            program.type("/bit")
            try await program.until { screen in
                screen.lines[1].contains("best match first") && !screen.lines[2].contains("by name")
                    && screen.inThisOrder(" Bitcoin ", " Bitcoin Cash ", " Bittensor ", " Wrapped Bitcoin ")
            }
            program.type("\rnn")
            try await program.until { screen in
                !screen.lines[1].contains("best match first") && screen.lines[2].contains("by name ▼")
                    && screen.inThisOrder(" Wrapped Bitcoin ", " Bittensor ", " Bitcoin Cash ", " Bitcoin ")
            }
            program.type("/c")
            try await program.until { screen in
                screen.lines[1].contains("best match first")
                    && screen.inThisOrder(" Bitcoin ", " Bitcoin Cash ", " Wrapped Bitcoin ")
            }
            program.type("\u{1B}")
            try await program.until { $0.lines[1].contains("Market cap") && $0.lines[2].contains("by name ▼") }
        }
    }

    // MARK: The order

    @Test func aLetterSortsByItsColumnAndGoesToTheTop() async throws {
        try await withTickwire(size: Size(width: 140, height: 50)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("G")
            try await program.until { !$0.text.contains(" BTC ") }
            program.type("n")
            try await program.until { $0.lines[2].contains("by name ▲") && $0.lines[3].hasPrefix("▌") }
            #expect(program.screen.selected.contains(" Aave "))
            program.type("jjjn")
            try await program.until { $0.lines[2].contains("by name ▼") && $0.lines[3].hasPrefix("▌") }
            #expect(!program.screen.selected.contains(" Aave "))
            for (key, title) in [("p", "Price▼"), ("d", "24 h▼"), ("v", "Vol▼"), ("m", "Cap▼"), ("#", "#▲")] {
                program.type("jj" + key)
                try await program.until { $0.lines[2].contains(title) && $0.lines[3].hasPrefix("▌") }
            }
            #expect(program.screen.selected.contains(" BTC "))
            let letters = [
                ("#", "rank"), ("n", "name"), ("p", "price"), ("d", "the change in 24 h"), ("u", "the change in 1 h"),
                ("w", "the change in 7 d"), ("v", "volume"), ("m", "market cap"), ("@", "source"),
            ]
            program.type("?")
            try await program.until { screen in
                letters.allSatisfy { letter, words in screen.key(before: "sort by \(words)") == letter }
            }
        }
    }

    /// A new order moves the selection to the top. A moving price does not.
    @Test func theSelectionStaysOnItsCoinWhenPricesReorderTheList() async throws {
        try await withServerAndTickwire(size: Size(width: 140, height: 50)) { server, program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            try await server.tick(["btcusdt": "95000"])
            program.type("p")
            try await program.until { screen in
                screen.lines[2].contains("Price▼") && screen.lines[3].contains(" BTC ")
                    && screen.lines[3] == screen.selected
            }
            // Wrapped Bitcoin has its own price, so this puts it first.
            try await server.tick(["btcusdt": "30000"])
            try await program.until { $0.lines[3].contains(" WBTC ") && $0.selected.contains(" BTC ") }
        }
    }

    @Test func favoritesAreSortedByEveryColumn() async throws {
        try await withTickwire(size: Size(width: 160, height: 30)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("fjfjf2")
            try await program.until { $0.text.contains("Favorites 3") }
            // The column of sources has no room, so the order is told beside the name of the list.
            let orders = [
                ("p", "Price▼"), ("d", "24 h▼"), ("u", "1 h▼"), ("w", "7 d▼"), ("v", "Vol▼"), ("m", "Cap▼"),
                ("@", "by source ▲"), ("n", "by name ▲"), ("#", "#▲"),
            ]
            for (key, title) in orders {
                program.type("j" + key)
                try await program.until { $0.lines[2].contains(title) && $0.lines[3].hasPrefix("▌") }
            }
        }
    }

    @Test func favoritesAreSortedFilteredAndPutBackIntoTheirOwnOrder() async throws {
        try await withTickwire { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            program.type("fjfjf")
            try await program.until(shows: "Favorites 3")
            program.type("2")
            // A key that comes before the other tab is shown would still be one for Prices, whose rows are in the same order.
            try await program.until { $0.inThisOrder(" BTC ", " ETH ", " USDT ") && !$0.text.contains("Coins 60") }
            program.type("nn")
            try await program.until { $0.inThisOrder("by name ▼", " USDT ", " ETH ", " BTC ") }
            #expect(program.screen.selected.contains(" USDT "))
            program.type("a")
            try await program.until { $0.inThisOrder(" BTC ", " ETH ", " USDT ") && !$0.text.contains("by name") }
            program.type("/eth")
            try await program.until { $0.inThisOrder(" ETH ", " USDT ") && !$0.text.contains(" BTC ") }
            #expect(program.screen.selected.contains(" ETH "))
        }
    }

    // MARK: The market as a whole

    @Test func theMarketAsAWholeStandsOverTheListAndMovesWithIt() async throws {
        try await withServerAndTickwire { server, program in
            let parts = ["Market cap", "24 h volume", "Bitcoin", "▲", "▼"]
            try await program.until { screen in parts.allSatisfy { screen.marketFigure($0) != nil } }
            let (cap, share) = (program.screen.marketFigure("Market cap"), program.screen.marketFigure("Bitcoin"))
            #expect(1..<100 ~= share ?? 0)
            try await server.tick(["btcusdt": "95000"])
            try await program.until { screen in
                screen.marketFigure("Market cap") ?? 0 > cap ?? 0 && screen.marketFigure("Bitcoin") ?? 0 > share ?? 0
            }
            // One coin rises, and then falls.
            try await server.tick(["ethusdt": "4000.11"])
            try await program.until(shows: "4,000.11")
            let rising = try #require(program.screen.marketFigure("▲"))
            let falling = try #require(program.screen.marketFigure("▼"))
            try await server.tick(["ethusdt": "1500.11"])
            try await program.until { $0.marketFigure("▲") == rising - 1 && $0.marketFigure("▼") == falling + 1 }
            program.type("/")
            try await program.until { $0.lines[1].contains("name or symbol") && !$0.text.contains("Market cap") }
            program.type("\u{1B}")
            try await program.until { $0.lines[1].contains("Market cap") }
        }
    }

    // MARK: One list

    @Test func coinsAndTokensAreOneListByRankUntilTheUserWantsThemApart() async throws {
        try await withTickwire(shell: "TICKWIRE; echo listening; read -r; TICKWIRE") { program in
            try await program.until { $0.inThisOrder(" BTC ", " ETH ", " USDT ", " SOL ", " LINK ") }
            program.type("e")
            try await program.until { $0.text.contains(" SOL ") && !$0.text.contains(" USDT ") }
            program.type("q")
            // The terminal drops keys typed before the program gave it back, so the shell says when it listens.
            try await program.until { _ in String(decoding: program.output, as: UTF8.self).contains("listening") }
            let before = program.output.count
            program.type("\n")
            try await program.until { _ in
                String(decoding: program.output.dropFirst(before), as: UTF8.self).contains("BTC")
            }
            // The sections are apart, as they were left. The same key puts them together again.
            program.type("e")
            try await program.until { $0.inThisOrder(" BTC ", " ETH ", " USDT ", " SOL ", " LINK ") }
            program.type("q")
            #expect(await program.ended() == 0)
        }
    }

    // MARK: Holdings

    @Test func holdingsAreSortedAndFiltered() async throws {
        try await withTickwire(["open", "tickwire://prices/BTC"], size: Size(width: 120, height: 40)) { program in
            try await program.until { $0.text.contains("BTC") && $0.isConnected }
            for (coin, amount) in [("btc", "0.5"), ("doge", "0.25"), ("eth", "1000")] {
                program.type("/" + coin)
                try await program.until { $0.selected.contains(" \(coin.uppercased()) ") }
                program.type("\rB")
                try await program.until(shows: "New transaction of \(coin.uppercased())")
                program.type(amount + "\t100\r")
                try await program.until { $0.text.contains("Esc clear") && !$0.text.contains("New transaction") }
                program.type("\u{1B}")
                try await program.until { !$0.text.contains("Esc clear") }
            }
            program.type("H")
            try await program.until { $0.selected.contains("ETH") && $0.text.contains("Value▼") }
            #expect(program.screen.inThisOrder("ETH ", "BTC ", "DOGE "))
            program.type("jn")
            try await program.until { $0.text.contains("Coin▲") && $0.selected.contains("BTC") }
            #expect(program.screen.inThisOrder("BTC ", "DOGE ", "ETH "))
            program.type("n")
            try await program.until { $0.text.contains("Coin▼") && $0.selected.contains("ETH") }
            program.type("/do")
            try await program.until { screen in
                screen.selected.contains("DOGE") && screen.underlined(in: screen.selected) == ["DO"]
            }
            #expect(program.screen.text.contains("1 of 3") && !program.screen.text.contains("BTC "))
            program.type("\r\u{1B}")
            try await program.until { $0.text.contains("BTC ") && $0.selected.contains("ETH") }
            program.type("?")
            try await program.until {
                $0.text.contains("sort by profit") && $0.text.contains("filter by name or symbol")
            }
        }
    }
}

extension ModelTerminal {
    /// The row of the selected coin; empty where there is none.
    fileprivate var selected: String { lines.first { $0.hasPrefix("▌") } ?? "" }

    /// Whether rows with these words come in this order.
    fileprivate func inThisOrder(_ words: String...) -> Bool {
        var rest = lines[...]
        return words.allSatisfy { word in
            guard let row = rest.firstIndex(where: { $0.contains(word) }) else { return false }
            rest = rest[(row + 1)...]
            return true
        }
    }

    /// The figure after these words in the market line, such as 58.1 after `Bitcoin` in `Bitcoin 58.1%`.
    fileprivate func marketFigure(_ words: String) -> Double? {
        let rest = lines[1].split(separator: words + " ").dropFirst().first
        return (rest?.prefix { $0.isNumber || $0 == "." }).flatMap { Double($0) }
    }

    /// The underlined pieces of a row.
    fileprivate func underlined(in line: String) -> [String] {
        guard let row = lines.firstIndex(of: line) else { return [] }
        let marked = cells[row].map { $0.pen.attributes.contains(.underline) ? $0.text : "\u{0}" }.joined()
        return marked.split(separator: "\u{0}").map(String.init)
    }
}
