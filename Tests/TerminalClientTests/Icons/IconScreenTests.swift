import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Icons on the screens: badges everywhere at first, then pictures where the terminal can show them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct IconScreenTests {
    @Test func noIconsAreRequestedWithoutPictures() async {
        await withScene { scene in
            let buffer = scene.draw(showsImages: false)
            #expect(buffer.placements.isEmpty)
            #expect(buffer.text.contains("BT BTC"))
            scene.draw(showsImages: true)
            _ = await scene.rests()
            #expect(scene.requests.count == 1, "for the second frame alone")
        }
    }

    @Test func aPictureReplacesItsBadgeOnceItHasCome() async {
        await withScene { scene in
            #expect(scene.draw().placements.isEmpty)
            #expect(await scene.rests()?.prefix(2) == [CoinID(1), CoinID(1027)])
            scene.link.icons.receive(.test, of: CoinID(1027))
            let buffer = scene.draw()
            #expect(buffer.placements.map(\.image.id) == [1027])
            #expect(buffer.text.contains("BT BTC") && buffer.text.contains("ET ETH"), "until the terminal has it")
            let row = buffer.lines.firstIndex { $0.contains("ETH") }
            #expect(buffer.placements.first?.area.y == row)
            #expect(buffer.placements.first?.area.size == Size(width: 2, height: 1))
        }
    }

    @Test func aLateAnswerForARowThatHasMovedOnIsNotShown() async {
        await withScene { scene in
            scene.draw()
            _ = await scene.rests()
            scene.pricesView.press("/", "e", "t", "h")
            scene.draw()
            scene.link.icons.receive(.test, of: CoinID(1))
            #expect(scene.draw().placements.isEmpty)
            scene.pricesView.press(Key(.escape))
            #expect(scene.draw().placements.map(\.image.id) == [1])
        }
    }

    @Test func iconsAreRequestedWhenTheScreenRests() async {
        await withScene { scene in
            scene.draw()
            _ = await scene.nextSleep()
            scene.pricesView.press("/", "s", "o", "l")
            scene.draw()
            scene.time.advance(by: IconModel.rest)
            _ = await scene.nextSleep()
            #expect(scene.requests.isEmpty)
            scene.time.advance(by: IconModel.rest)
            #expect(await scene.nextRequest() == [CoinID(5426)])
        }
    }

    @Test func iconsAreRequestedEvenIfTheScreenNeverRests() async {
        await withScene { scene in
            for step in 0..<5 {
                scene.pricesView.press("S")
                scene.draw()
                _ = await scene.nextSleep()
                #expect(scene.requests.isEmpty, "step \(step)")
                scene.pricesView.press("S")
                scene.draw()
                scene.pricesView.press("s")
                scene.draw()
                scene.time.advance(by: IconModel.rest)
            }
            #expect(await scene.nextRequest()?.count == 8)
        }
    }

    @Test func aMissingPictureIsRequestedAgainLater() async {
        await withScene { scene in
            scene.draw()
            for coin in await scene.rests() ?? [] { scene.link.icons.receive(nil, of: coin) }
            _ = await scene.nextSleep()
            scene.time.advance(by: IconCache.absence)
            #expect(await scene.nextRequest()?.count == 8)
            #expect(scene.draw().text.contains("BT BTC"))
        }
    }

    @Test func theHeaderOfOneCoinHasItsPicture() async {
        await withScene { scene in
            let detail = DetailViewModel(
                coin: CoinID(1027),
                session: scene.link.session,
                tabs: scene.tabs,
                browser: .none
            )
            let view = DetailView(viewModel: detail)
            #expect(scene.draw(view).text.contains(" ET ETH"))
            #expect(await scene.rests() == [CoinID(1027)])
            scene.link.icons.receive(.test, of: CoinID(1027))
            #expect(scene.draw(view).placements.map(\.area) == [Rect(x: 1, y: 0, width: 2, height: 1)])
        }
    }

    @Test func noPictureIsShownWithoutRoom() async {
        await withScene { scene in
            scene.link.icons.receive(.test, of: CoinID(1))
            for (width, height) in [(40, 10), (20, 5), (1, 1)] {
                #expect(scene.draw(width, height).placements.isEmpty)
                #expect(!scene.draw(width, height).text.contains("BT "))
            }
        }
    }

    @Test func iconsShownBeforeAConnectionAreRequestedOnIt() async {
        let (model, time) = (IconModel(), ManualClock())
        let (requests, request) = AsyncStream.makeStream(of: ClientFrame.self)
        // This runs beside the test, which ends it.
        let running = Task { await model.appeared(time.clock) }
        model.shown([CoinID(1)])
        for await _ in time.sleeps { break }
        time.advance(by: IconModel.rest)
        model.connected { request.yield($0) }
        for await frame in requests {
            #expect(frame == .iconRequest([CoinID(1)]))
            break
        }
        model.disconnected()
        model.connected { request.yield($0) }
        for await frame in requests {
            #expect(frame == .iconRequest([CoinID(1)]), "the answer was lost with the connection")
            break
        }
        running.cancel()
        await running.value
    }

    // MARK: The setting

    @Test func theSettingCanShowBadgesOnly() async {
        await withScene(.badges) { scene in
            scene.link.icons.receive(.test, of: CoinID(1))
            let buffer = scene.draw()
            #expect(buffer.placements.isEmpty && buffer.text.contains("BT BTC"))
        }
    }

    @Test func iconsCanBeOff() async {
        await withScene(.off) { scene in
            scene.link.icons.receive(.test, of: CoinID(1))
            let buffer = scene.draw()
            #expect(buffer.placements.isEmpty && buffer.text.contains(" BTC") && !buffer.text.contains("BT BTC"))
        }
    }

    /// Once, the trend was hidden while an empty column stood beside it.
    @Test func withoutIconsTheTrendHasRoom() async {
        for style in IconStyle.allCases {
            let scene = Scene(local: LocalStore(LocalSettings(icons: style)))
            #expect(scene.pricesView.picture(140, 40).contains(TrendCache.title))
        }
    }

    @Test func drawingRequestsNothing() async {
        await withScene { scene in
            var buffer = Buffer(size: Size(width: 80, height: 24), showsImages: true)
            _ = scene.pricesView.frame(into: &buffer)
            scene.link.icons.connected { _ in Issue.record("nothing was shown yet") }
            #expect(buffer.wantedImages.prefix(2) == [1, 1027])
        }
    }

    @Test func theSettingIsALineOfTheConfigurationFile() throws {
        for style in IconStyle.allCases {
            let read = try ConfigReader.read("icons: \(style.rawValue)")
            #expect(read.local.icons == style)
        }
    }

    // MARK: Support

    private func withScene(_ style: IconStyle = .auto, _ body: @MainActor (Scene) async -> Void) async {
        let scene = Scene(local: LocalStore(LocalSettings(icons: style)))
        // Beside the test, which ends it.
        let model = Task { await scene.link.icons.appeared(scene.time.clock) }
        await body(scene)
        model.cancel()
        await model.value
    }
}

extension Scene {
    fileprivate var requests: [[CoinID]] {
        link.asked.compactMap { if case .iconRequest(let coins) = $0 { coins } else { nil } }
    }

    @discardableResult
    fileprivate func draw(_ width: Int = 80, _ height: Int = 24, showsImages: Bool = true) -> Buffer {
        draw(pricesView, width, height, showsImages: showsImages)
    }

    @discardableResult
    fileprivate func draw(_ view: any View, _ width: Int = 80, _ height: Int = 24, showsImages: Bool = true) -> Buffer {
        var buffer = Buffer(size: Size(width: width, height: height), showsImages: showsImages)
        _ = view.frame(into: &buffer)
        if showsImages { view.shown(images: buffer.wantedImages) }
        return buffer
    }

    fileprivate func nextSleep() async -> Duration? {
        for await sleep in time.sleeps { return sleep }
        return nil
    }

    fileprivate func nextRequest() async -> [CoinID]? {
        for await coins in link.iconRequests.stream { return coins }
        return nil
    }

    /// Lets nothing move until the icons are requested.
    /// - Returns: the coins whose icons are requested.
    fileprivate func rests() async -> [CoinID]? {
        _ = await nextSleep()
        time.advance(by: IconModel.rest)
        return await nextRequest()
    }
}
