import MockMarket
import Observation
import Shared
import TerminalKit
import Testing

@testable import PushServer
@testable import TerminalClient

/// What a user does on the screens, over a real connection to a real server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenTests {
    /// Opens the first coin's chart below its row, then on the whole screen.
    private func openFullChart(_ user: ScreenUser) async {
        await user.sees("Bitcoin")
        user.presses(Key(.enter))
        await user.sees("Huobi")
        user.presses(Key(.enter))
        await user.sees("inspect")
        await user.until { $0.chart?.isComplete == true }
    }

    @Test func aChartIsOpenedMovesAndIsLeftAgain() async throws {
        try await withTestServer { server, user in
            await openFullChart(user)
            try await server.tick(["btcusdt": "88888.25"])
            await user.sees("C 88,888.25")
            user.presses("]")
            await user.until { $0.chart?.interval == .fourHours && $0.chart?.isComplete == true }
            try await server.tick(["btcusdt": "88999.5"])
            await user.sees("C 88,999.50")
            user.presses("t")
            await user.until { $0.chart?.source == "binance" }
            await user.sees("Binance")
            user.presses(Key(.escape))
            await user.sees("Mkt cap")
            user.presses(Key(.escape))
            await user.until { !$0.picture.contains("30m") }
        }
    }

    @Test func oneKeyGoesToTheOldestCandle() async throws {
        try await withTestServer { _, user in
            await openFullChart(user)
            user.presses("g")
            await user.until { $0.chart?.isAwaitingOldest == false }
            let chart = try #require(user.chart)
            #expect(chart.candles.count > 300)
            let figure = try #require(ChartFigure(of: chart, columns: 40, rows: 10))
            #expect(figure.bars.first == chart.candles.first.map(CandleBar.init))
        }
    }

    @Test func thePageOfACoinIsReadAndLeftAgain() async throws {
        try await withTestServer { _, user in
            await user.sees("Bitcoin")
            user.presses("o")
            await user.sees("What Is Bitcoin?")
            user.presses(Key(.tab))
            await user.sees("https://coinmarketcap.com/currencies/bitcoin/")
            user.presses(Key(.tab))
            await user.sees("https://bitcoin.example/")
            user.presses(Key(.enter))
            await user.sees("no browser here")
            user.presses(Key(.escape))
            await user.sees("Mkt cap")
        }
    }

    @Test func aDeviceIsSignedOutFromAnotherOnesScreen() async throws {
        try await withTestServer { server, user in
            let other = server.terminal()
            try await other.running {
                await other.untilReady()
                await user.sees("Bitcoin")
                user.presses(",")
                await user.sees("Keep favorites")
                user.presses("G", "k", "k", Key(.enter))
                await user.until { $0.picture.contains("now, this one") && $0.picture.contains("test  ") }
                user.presses("j", "x")
                await user.sees("Sign out test (127.0.0.1)?")
                user.presses("y")
                await user.sees("You are not logged in anywhere else.")
                let error = await other.untilStopped()
                #expect(error?.description == "This terminal is signed out; log in again.")
            }
        }
    }

    @Test func signingThisVeryDeviceOutAsksForThePassword() async throws {
        try await withTestServer { _, user in
            await user.sees("Bitcoin")
            user.presses(",")
            await user.sees("Keep favorites")
            user.presses("G", "k", "k", Key(.enter))
            await user.sees("now, this one")
            user.presses("x", "y")
            // The session ends, which leads to Login.
            await user.sees("disconnected")
        }
    }

    private func quits(_ tabs: SignedInCoordinator) async -> Bool {
        do throws(Quit) {
            try await tabs.start()
            return false
        } catch {
            return true
        }
    }

    private func withTestServer(_ body: @MainActor (TestServer, ScreenUser) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, coins: 40) { server in
                let terminal = server.terminal()
                let session = Session(starting: terminal.link, to: server.target().address, as: "ada")
                let user = ScreenUser()
                let tabs = SignedInCoordinator(session: session, clock: .system, browser: .none, screen: user)
                async let hasQuit = quits(tabs)
                try await body(server, user)
                user.presses("q")
                #expect(await hasQuit)
                await session.close()
                withExtendedLifetime(terminal) {}
            }
        }
    }
}

/// A user in front of a screen of the usual size.
@MainActor
@Observable
private final class ScreenUser: Screen {
    private var view: (any View)?
    private let size = Size(width: 100, height: 30)

    func show(_ view: any View, isLeaving: @escaping @MainActor () -> Bool) { self.view = view }
    func viewStays() {}
    func copy(_ text: String) {}
    func notify(_ text: String) {}
    func repaint() {}

    var picture: String {
        var buffer = Buffer(size: size)
        _ = view?.frame(into: &buffer)
        return buffer.text
    }

    func presses(_ keys: Key...) {
        for key in keys { _ = view?.take(.key(key), in: size) }
    }

    /// The chart that fills the screen, if one does.
    var chart: CoinChart? { (view as? ChartView)?.viewModel.chart }

    /// Waits until this is on the screen.
    func sees(_ words: String) async { await until { $0.picture.contains(words) } }

    func until(_ condition: @escaping @MainActor (ScreenUser) -> Bool) async {
        for await isReached in Observations({ condition(self) }) where isReached { return }
    }
}
