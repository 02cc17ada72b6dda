import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// The lines for status bars.
@MainActor
struct BarTests {
    private static let now = MarketTime(seconds: 1_700_000_000)

    /// - Parameter silence: the seconds since the exchange last sent something.
    private func line(_ state: MarketSource.State = .live, isLive: Bool = true, silence: Int64 = 0) -> BarLine {
        let source = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: state,
            since: Self.now,
            lastEvent: Self.now.adding(seconds: -silence),
            cause: ""
        )
        let coin = TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "65012.34", day: 231)
        let table = MarketTable.of([coin], sources: [source])
        return BarLine([table[0]], in: table, money: .usd, isLive: isLive, at: Self.now)
    }

    @Test func aPlainLineHasSymbolPriceAndChange() {
        #expect(BarStyle.plain.text(line()) == "BTC 65,012.34 +2.31%  (Huobi live)")
    }

    @Test func tmuxGetsItsOwnColorsWhichShowOnItsGreenLine() {
        #expect(
            BarStyle.tmux.text(line())
                == "#[fg=brightgreen,bg=black]BTC 65,012.34 +2.31%#[default]  #[dim](Huobi live)#[default]"
        )
        #expect(BarStyle.tmux.text("tickwire: #1") == "tickwire: ##1")
        // A combining mark makes one character of both.
        #expect(BarStyle.tmux.text("#\u{301}[bold]") == "##\u{301}[bold]")
    }

    @Test func i3barGetsOneBlockForEachCoin() {
        #expect(BarStyle.i3bar.head == [#"{"version":1}"#, "["])
        let coin =
            ##"{"color":"#5faf5f","full_text":"BTC 65,012.34 +2.31%","name":"BTC","short_text":"BTC 65,012.34"}"##
        let source = ##"{"color":"#808080","full_text":"Huobi live","name":"source","short_text":"Huobi"}"##
        #expect(BarStyle.i3bar.text(line()) == "[\(coin),\(source)]")
        #expect(BarStyle.i3bar.separator == "," && BarStyle.i3bar.tail == ["]"])
    }

    @Test func waybarGetsTextTooltipAndClass() {
        #expect(
            BarStyle.waybar.text(line())
                == #"{"class":"up","text":"BTC 65,012.34 +2.31%  (Huobi live)","tooltip":"BTC 65,012.34 +2.31%  Huobi live"}"#
        )
        #expect(BarStyle.waybar.text("<b> & more").contains(#""text":"&lt;b&gt; &amp; more""#))
        #expect(BarStyle.waybar.text("<\u{301}b>").contains("\"&lt;\u{301}b&gt;\""))
    }

    /// The last case is a node that has lost its leader: nobody says that the exchange is not live any more.
    @Test(arguments: [(MarketSource.State.down, true, 0), (.live, false, 0), (.live, true, 10)])
    func aPriceThatMayBeOldIsMarked(state: MarketSource.State, isLive: Bool, silence: Int64) {
        let line = line(state, isLive: isLive, silence: silence)
        #expect(line.items.map(\.trend) == [.old])
        #expect(BarStyle.tmux.text(line).hasPrefix("#[dim]"))
        #expect(BarStyle.waybar.text(line).contains(#""class":"old""#))
    }

    @Test func eachSourceIsNamedOnceWithTheAgeOfItsOldestPrice() {
        func source(_ number: SourceNumber, _ kind: MarketSource.Kind, of provider: String, age: Int64) -> MarketSource
        {
            MarketSource(
                number,
                MarketSource.Name(kind, of: provider),
                state: .live,
                since: Self.now,
                lastEvent: Self.now.adding(seconds: -age)
            )
        }
        let coins = ["BTC", "ETH", "UNI", "NEW"].enumerated().map { index, symbol in
            TestCoin(id: UInt32(index + 1), symbol: symbol, name: symbol, price: symbol == "NEW" ? nil : "1.5")
        }
        let (exchange, listing) = (SourceNumber.ticker, SourceNumber(3))
        var changes = MarketChanges(
            coins,
            sources: [
                source(exchange, .tickers, of: "Huobi", age: 1),
                source(listing, .listing, of: "CoinMarketCap", age: 840),
            ]
        )
        changes.pricings = ColumnChanges(
            rows: [0, 1, 2, 3],
            values: [
                Pricing(decimals: 1, source: exchange),
                Pricing(decimals: 1, source: exchange, heard: Self.now.adding(seconds: -75)),
                Pricing(decimals: 1, source: listing), Pricing(decimals: 1, source: .none),
            ]
        )
        var table = MarketTable()
        table.update(changes)
        let line = BarLine((0..<4).map { table[$0] }, in: table, money: .usd, isLive: true, at: Self.now)
        #expect(line.origins == ["Huobi 1 min", "CoinMarketCap 14 min"])
        #expect(line.items.map(\.origin) == ["Huobi live", "Huobi 1 min", "CoinMarketCap 14 min", nil])
        #expect(BarStyle.plain.text(line).hasSuffix("NEW -  (Huobi 1 min, CoinMarketCap 14 min)"))
    }
}
