import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// Every screen, at several sizes.
@MainActor
struct ViewPictureTests {
    @Test(arguments: Picture.sizes + [(120, 40)])
    func prices(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1, 5994))
        scene.pricesView.press("j")
        for step in UInt64(0)..<6 {
            scene.tick { table in
                table.setPrice(6_712_345 + step * step * 10, row: 0)
                table.setPrice(3_456_789 - step % 3, row: 1)
            }
            scene.board.trendDue()
        }
        scene.showWeeks()
        _ = scene.pricesView.picture()
        scene.time.advance(by: .seconds(1))
        try Picture.expect(scene.pricesView, (width, height), is: "prices")
    }

    @Test(arguments: [MarketPalette.greenRed, .mono])
    func pricesThatHaveJustMoved(palette: MarketPalette) throws {
        let scene = Scene(local: LocalStore(LocalSettings(palette: palette)))
        scene.pricesView.press("j")
        // A price has moved if it differs from the drawn one.
        _ = scene.pricesView.picture()
        scene.tick { table in
            table.setPrice(6_712_399, row: 0)
            table.setPrice(3_456_000, row: 1)
            table.setPrice(15_100, row: 3)
        }
        let name = palette.rawValue.replacing("/", with: "-")
        try Picture.expect(scene.pricesView, (80, 24), is: "flash-\(name)")
    }

    @Test func pricesInFewColors() throws {
        let scene = Scene(user: .favorites(1))
        scene.pricesView.press("j")
        _ = scene.pricesView.picture()
        scene.tick { $0.setPrice(6_712_399, row: 0) }
        try Picture.expectFewColors(scene.pricesView, (80, 24), is: "few-colors")
    }

    @Test(arguments: [(40, 10), (80, 24)])
    func aMessageThatMatters(width: Int, height: Int) throws {
        let scene = Scene()
        scene.link.user.noted(.refused("You have 500 favorites, which is the most; remove one first."))
        try Picture.expect(scene.pricesView, (width, height), is: "problem")
    }

    @Test(arguments: Picture.sizes)
    func pricesFiltered(width: Int, height: Int) throws {
        let scene = Scene()
        scene.pricesView.press("/", "c", "o", "i", "n")
        try Picture.expect(scene.pricesView, (width, height), is: "filter")
    }

    @Test func pricesOfADelistedFavorite() throws {
        var coins = [TestCoin].few
        coins[1].isDelisted = true
        let scene = Scene(coins, user: .favorites(1027))
        try Picture.expect(scene.pricesView.picture(), is: "delisted-80x24")
    }

    @Test func pricesWhileOffline() throws {
        let scene = Scene()
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        scene.pricesView.press("f")
        try Picture.expect(scene.pricesView.picture(), is: "offline-80x24")
    }

    @Test func pricesBeforeTheFirstOnes() throws {
        let scene = Scene(isComplete: false)
        scene.link.state = .connecting
        try Picture.expect(scene.pricesView.picture(), is: "connecting-80x24")
    }

    @Test(arguments: Picture.sizes)
    func favorites(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(5994, 1, 99_999))
        scene.tabs.tabShown(.favorites)
        try Picture.expect(scene.favoritesView, (width, height), is: "favorites")
    }

    @Test func noFavorites() throws {
        let scene = Scene()
        scene.tabs.tabShown(.favorites)
        try Picture.expect(scene.favoritesView.picture(), is: "favorites-empty-80x24")
    }

    @Test(arguments: Picture.sizes)
    func settings(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1, 74))
        scene.settingsView.press("j", "j", "j", "j", "j", "j")
        try Picture.expect(scene.settingsView, (width, height), is: "settings")
    }

    @Test(arguments: Picture.sizes)
    func settingsAsking(width: Int, height: Int) throws {
        let scene = Scene(user: .favorites(1, 74))
        scene.settingsView.press("G", "k", Key(.enter))
        try Picture.expect(scene.settingsView, (width, height), is: "settings-asking")
    }

    @Test(arguments: Picture.sizes)
    func devices(width: Int, height: Int) async throws {
        let scene = Scene()
        await scene.showDevices()
        scene.devicesView.press("j")
        try Picture.expect(scene.devicesView, (width, height), is: "devices")
    }

    @Test(arguments: Picture.sizes)
    func devicesAsking(width: Int, height: Int) async throws {
        let scene = Scene()
        await scene.showDevices()
        scene.devicesView.press("j", "x")
        try Picture.expect(scene.devicesView, (width, height), is: "devices-asking")
    }

    @Test func devicesWithoutAConnection() throws {
        let scene = Scene()
        scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
        try Picture.expect(scene.devicesView.picture(), is: "devices-offline-80x24")
    }

    @Test(arguments: Picture.sizes)
    func login(width: Int, height: Int) throws {
        let viewModel = LoginViewModel(LoginStart(server: TestServices.server), clock: ManualClock().clock)
        viewModel.failed("Name or password is wrong.")
        try Picture.expect(LoginView(viewModel: viewModel), (width, height), is: "login")
    }

    @Test(arguments: [(40, 10), (80, 24)])
    func loginWhileConnecting(width: Int, height: Int) throws {
        let viewModel = LoginViewModel(LoginStart(server: TestServices.server), clock: ManualClock().clock)
        let view = LoginView(viewModel: viewModel)
        view.press("a", "d", "a", Key(.tab), "s", "e", "c", "r", "e", "t", Key(.enter))
        #expect(viewModel.isConnecting)
        try Picture.expect(view, (width, height), is: "login-connecting")
    }

    @Test(arguments: Picture.sizes)
    func trust(width: Int, height: Int) throws {
        let key = try #require(PublicKeyPin.one)
        let viewModel = TrustViewModel(server: TestServices.server, key: key, reason: "self-signed certificate")
        try Picture.expect(TrustView(viewModel: viewModel), (width, height), is: "trust")
    }

    @Test(arguments: Picture.sizes + [(120, 40), (220, 60)])
    func help(width: Int, height: Int) throws {
        try Picture.expect(Scene().helpView, (width, height), is: "help")
    }

    @Test(arguments: Picture.sizes)
    func stop(width: Int, height: Int) throws {
        let reason = StopReason.keyChanged(
            expected: try #require(PublicKeyPin.one),
            presented: try #require(PublicKeyPin.other)
        )
        let viewModel = StopViewModel(
            reason: reason,
            server: TestServices.server,
            knownServersPath: "/profile/known_servers"
        )
        try Picture.expect(StopView(viewModel: viewModel), (width, height), is: "stop")
    }

    @Test func noSizeIsTooSmall() throws {
        let scene = Scene(user: .favorites(1))
        let login = LoginViewModel(LoginStart(server: TestServices.server, notice: "No."), clock: ManualClock().clock)
        let key = try #require(PublicKeyPin.one)
        let trust = TrustViewModel(server: TestServices.server, key: key, reason: "unknown")
        let stop = StopViewModel(reason: .refused("No."), server: TestServices.server, knownServersPath: "")
        let views: [any View] = [
            scene.pricesView, scene.favoritesView, scene.settingsView, scene.devicesView, scene.helpView,
            LoginView(viewModel: login),
            TrustView(viewModel: trust), StopView(viewModel: stop),
        ]
        for view in views {
            view.drawSmall()
            view.press(Key(.down), Key(.pageDown), Key(.end), size: Size(width: 1, height: 1))
        }
        #expect(scene.pricesView.picture(1, 1) != "")
    }
}
