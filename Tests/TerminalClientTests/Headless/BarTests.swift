import Shared
import TestSupport
import Testing

@testable import TerminalClient

/// The lines for status bars.
@MainActor
struct BarTests {
    private static let now = MarketTime(seconds: 1_700_000_000)

    private func line(_ state: MarketSource.State = .live, isLive: Bool = true) -> BarLine {
        let source = MarketSource(
            .ticker,
            MarketSource.Name(.tickers, of: "Huobi"),
            state: state,
            since: Self.now,
            lastEvent: Self.now,
            cause: ""
        )
        let coin = TestCoin(id: 1, symbol: "BTC", name: "Bitcoin", price: "65012.34", day: 231)
        let table = MarketTable.of([coin], sources: [source])
        return BarLine([table[0]], in: table, money: .usd, isLive: isLive)
    }

    @Test func aPlainLineHasSymbolPriceAndChange() {
        #expect(BarStyle.plain.text(line()) == "BTC 65,012.34 +2.31%")
    }

    @Test func tmuxGetsItsOwnColorsWhichShowOnItsGreenLine() {
        #expect(BarStyle.tmux.text(line()) == "#[fg=brightgreen,bg=black]BTC 65,012.34 +2.31%#[default]")
        #expect(BarStyle.tmux.text("tickwire: #1") == "tickwire: ##1")
    }

    @Test func i3barGetsOneBlockForEachCoin() {
        #expect(BarStyle.i3bar.head == [#"{"version":1}"#, "["])
        #expect(
            BarStyle.i3bar.text(line())
                == ##"[{"color":"#5faf5f","full_text":"BTC 65,012.34 +2.31%","name":"BTC","short_text":"BTC 65,012.34"}],"##
        )
    }

    @Test func waybarGetsTextTooltipAndClass() {
        #expect(
            BarStyle.waybar.text(line())
                == #"{"class":"up","text":"BTC 65,012.34 +2.31%","tooltip":"BTC 65,012.34 +2.31%"}"#
        )
        #expect(BarStyle.waybar.text("<b> & more").contains(#""text":"&lt;b&gt; &amp; more""#))
    }

    @Test(arguments: [(MarketSource.State.down, true), (.live, false)])
    func aPriceThatMayBeOldIsMarked(state: MarketSource.State, isLive: Bool) {
        let line = line(state, isLive: isLive)
        #expect(line.items.map(\.trend) == [.old])
        #expect(BarStyle.tmux.text(line).hasPrefix("#[dim]"))
        #expect(BarStyle.waybar.text(line).contains(#""class":"old""#))
    }
}
