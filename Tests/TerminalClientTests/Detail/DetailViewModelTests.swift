import Foundation
import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The page of a coin, and how its parts come.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DetailViewModelTests {
    private let scene = Scene()

    private func until(_ condition: @escaping @MainActor () -> Bool) async {
        for await isReached in Observations({ condition() }) where isReached { return }
    }

    private func answer(_ viewModel: DetailViewModel) async throws {
        await scene.answerDetail(.success(try .sample()))
        await until { viewModel.answer != .awaited }
    }

    @Test func theCoinsFactsAreThereBeforeTheAnswer() {
        let viewModel = scene.detail()
        #expect(viewModel.shown.absence == ["Loading the description of BTC…"])
        #expect(viewModel.shown.facts.contains(DetailFact(label: "Supply", value: "19,700,000 BTC")))
        #expect(viewModel.shown.facts.contains(DetailFact(label: "24 h", value: "▲ 2.31%")), "as in lists")
        #expect(viewModel.shown.links.isEmpty)
    }

    @Test func theAnswerBringsTextAndLinks() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        #expect(viewModel.shown.absence.isEmpty)
        #expect(viewModel.shown.paragraphs.count == 4)
        #expect(viewModel.shown.links.map(\.title) == ["Page", "Website", "Source code", "Explorer"])
        #expect(viewModel.shown.facts.contains(DetailFact(label: "Listed since", value: "2013-04-28")))
    }

    @Test func aProblemIsExplainedAndAKeyAsksAgain() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await scene.answerDetail(.failure(AnswerProblem(message: "CoinMarketCap did not answer in time.")))
        await until { viewModel.canRetry }
        #expect(viewModel.shown.absence == ["CoinMarketCap did not answer in time."])
        DetailView(viewModel: viewModel).press("r")
        await scene.answerDetail(.success(try .sample()))
        await until { viewModel.answer != .awaited && !viewModel.canRetry }
        #expect(!viewModel.shown.paragraphs.isEmpty)
    }

    @Test func aCoinWithoutADescriptionSaysSo() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await scene.answerDetail(.success(try .sample(description: nil)))
        await until { viewModel.answer != .awaited }
        #expect(viewModel.shown.absence == ["There is no description of BTC."])
    }

    @Test func aMissingConnectionIsTheProblemShown() async {
        scene.link.charts.disconnected()
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await until { viewModel.canRetry }
        #expect(viewModel.shown.absence == ["There is no connection to the server."])
    }

    /// Once, the page stayed without an answer until the user pressed a key.
    @Test func aPageOpenedWithoutAConnectionLoadsOnTheNextOne() async throws {
        scene.link.loseConnection()
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await until { viewModel.canRetry }
        scene.link.reconnect()
        await scene.answerDetail(.success(try .sample()))
        await until { !viewModel.shown.paragraphs.isEmpty }
    }

    @Test func aQuestionIsRepeatedAfterALostConnection() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        await until { scene.link.openDetailRequest != nil }
        scene.link.loseConnection()
        await until { viewModel.canRetry }
        scene.link.reconnect()
        await scene.answerDetail(.success(try .sample()))
        await until { !viewModel.shown.paragraphs.isEmpty }
    }

    @Test func theSelectedLinkIsOpened() async throws {
        let opened = OpenedPages()
        let viewModel = scene.detail(browser: Browser { opened.note($0) })
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        let view = DetailView(viewModel: viewModel)
        let size = Size(width: 80, height: 40)
        view.press(Key(.enter), size: size)
        #expect(await opened.next() == "https://coinmarketcap.com/currencies/bitcoin/")
        view.press(Key(.tab), "o", size: size)
        #expect(await opened.next() == "https://bitcoin.org/")
        view.press(Key(.tab, .shift), Key(.tab, .shift), "o", size: size)
        #expect(await opened.next() == "https://mempool.space/")
        #expect(scene.tabs.status.notice == "opening https://mempool.space/")
    }

    @Test(arguments: [Key(.tab), Key(.tab, .shift)])
    func aLinkThatWasSelectedOutOfSightIsSeenBeforeTheNext(key: Key) async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        let view = DetailView(viewModel: viewModel)
        let size = Size(width: 60, height: 12)
        #expect(!view.picture(60, 12).contains("https://coinmarketcap.com"))
        view.press(key, size: size)
        #expect(viewModel.selectedLink == 0)
        #expect(view.picture(60, 12).contains("▸ Page"))
        view.press(key, "g", size: size)
        let selected = viewModel.selectedLink
        #expect(selected == (key == Key(.tab) ? 1 : 3))
        view.press(key, size: size)
        #expect(viewModel.selectedLink == selected)
        #expect(view.picture(60, 12).contains(key == Key(.tab) ? "▸ Website" : "▸ Explorer"))
    }

    @Test func inAGrownWindowTabStartsFromTheVisibleLink() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        let view = DetailView(viewModel: viewModel)
        view.press("G", size: Size(width: 120, height: 10))
        #expect(viewModel.offset > 0)
        view.press(Key(.tab), size: Size(width: 120, height: 60))
        #expect(viewModel.selectedLink == 1)
    }

    @Test(arguments: [(80, 40), (140, 40), (42, 12)])
    func aClickOpensTheLinkThatItIsOn(width: Int, height: Int) async throws {
        let opened = OpenedPages()
        let viewModel = scene.detail(browser: Browser { opened.note($0) })
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        let view = DetailView(viewModel: viewModel)
        let size = Size(width: width, height: height)
        view.press("G", size: size)
        let rows = view.picture(width, height).split(separator: "\n", omittingEmptySubsequences: false)
        let address = try #require(rows.firstIndex { $0.contains("https://bitcoin.org/") })
        let title = try #require(rows.firstIndex { $0.contains("Explorer") })
        let click = { (x: Int, y: Int) in view.take(.mouse(Mouse(.press(.left), at: Point(x: x, y: y))), in: size) }
        #expect(click(8, address) == true)
        #expect(viewModel.selectedLink == 1)
        #expect(await opened.next() == "https://bitcoin.org/")
        #expect(click(8, title) == true)
        #expect(await opened.next() == "https://mempool.space/")
        if width == 140 { #expect(click(100, address) == false) }
        #expect(click(8, 0) == false)
    }

    @Test func aMissingBrowserIsReportedForAWhile() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        viewModel.refresh()
        viewModel.linkOpened()
        await until { self.scene.tabs.status.notice == "no browser here (y: copy the address)" }
        #expect(DetailView(viewModel: viewModel).picture(80, 24).contains("live"))
        viewModel.backPressed()
        var routes = viewModel.routes.makeAsyncIterator()
        #expect(await routes.next() == .closed)
        scene.time.advance(by: .seconds(10))
        #expect(scene.tabs.status.notice == nil)
    }

    @Test func aFailingBrowserIsAMessageThatStays() async throws {
        let viewModel = scene.detail(browser: Browser { _ in .failed("no such file") })
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        viewModel.refresh()
        viewModel.linkOpened()
        await until { self.scene.tabs.status.problem != nil }
        #expect(
            scene.tabs.status.problem
                == "The browser did not open https://coinmarketcap.com/currencies/bitcoin/: no such file."
        )
    }

    @Test func aBrowserThatStaysOpenDelaysNoOtherLink() async throws {
        let opened = OpenedPages()
        let viewModel = scene.detail(
            browser: Browser { address in
                let outcome = opened.note(address)
                // This browser runs until it is cancelled.
                let (evening, end) = AsyncStream.makeStream(of: Void.self)
                for await _ in evening {}
                end.finish()
                return outcome
            }
        )
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        let (view, size) = (DetailView(viewModel: viewModel), Size(width: 80, height: 40))
        view.press("o", size: size)
        #expect(await opened.next() == "https://coinmarketcap.com/currencies/bitcoin/")
        view.press(Key(.tab), "o", size: size)
        #expect(await opened.next() == "https://bitcoin.org/")
    }

    /// `xdg-open` ends like this if it finds no program for an address.
    @Test(arguments: [(0, Browser.Outcome.opened), (3, .failed("xdg-open ended with status 3"))])
    func onlyABrowserThatEndsWellHasOpenedAPage(status: Int, outcome: Browser.Outcome) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tickwire-browser-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("xdg-open").path
        try #"""
        #!/bin/sh
        [ "$1" = https://example.org/ ] && exit \#(status)
        exit 9

        """#.write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let page = try #require(WebAddress("https://example.org/"))
        let browser = Browser.system(environment: ["PATH": folder.path, "DISPLAY": ":0"])
        #expect(await browser.open(page) == outcome)
    }

    @Test func withoutAConnectionThePriceIsCalledOld() {
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        scene.tabs.status.refresh()
        let viewModel = scene.detail()
        #expect(viewModel.shown.facts.contains { $0.label == "Old price" })
        #expect(DetailView(viewModel: viewModel).picture(80, 24).contains("old price 67,123.45"))
    }

    @Test(arguments: [
        ["PATH": "/usr/bin:/bin"], ["PATH": "/nowhere", "DISPLAY": ":0"], ["PATH": "/usr/bin", "DISPLAY": ""],
    ])
    func noBrowserIsStartedWithoutADesktop(environment: [String: String]) async throws {
        let page = try #require(WebAddress("https://example.org/"))
        #expect(await Browser.system(environment: environment).open(page) == .missing)
    }

    @Test func addressesAreHyperlinks() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        var buffer = Buffer(size: Size(width: 80, height: 40))
        _ = DetailView(viewModel: viewModel).frame(into: &buffer)
        var renderer = Renderer(capabilities: Capabilities())
        let bytes = String(decoding: renderer.frame(buffer), as: UTF8.self)
        #expect(bytes.contains("\u{1B}]8;;https://bitcoin.org/\u{1B}\\"))
    }

    @Test func theTextScrollsOnlyToItsEnd() async throws {
        let viewModel = scene.detail()
        async let _ = viewModel.appeared()
        try await answer(viewModel)
        let view = DetailView(viewModel: viewModel)
        let size = Size(width: 42, height: 12)
        view.press("G", size: size)
        #expect(view.picture(42, 12).contains("https://mempool.space/"))
        let end = viewModel.offset
        view.press("j", Key(.pageDown), size: size)
        #expect(viewModel.offset == end)
        view.press("g", size: size)
        #expect(viewModel.offset == 0)
        #expect(!view.picture(42, 12).contains("Nowhere."))
        view.press(Key(.tab), Key(.tab), Key(.tab), size: size)
        #expect(view.picture(42, 12).contains("https://github.com/bitcoin/bitcoin"))
        // All rows of an address are visible.
        let narrow = Size(width: 34, height: 10)
        view.press("g", Key(.tab), size: narrow)
        #expect(view.picture(34, 10).contains("\n    bitcoin "))
    }
}
