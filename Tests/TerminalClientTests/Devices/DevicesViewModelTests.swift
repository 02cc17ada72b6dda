import Observation
import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The devices on which the user is logged in, and how one is signed out.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DevicesViewModelTests {
    private let scene = Scene()
    private var viewModel: DevicesViewModel { scene.devices }

    /// Runs `body` while the screen is shown.
    private func whileShown(_ body: @MainActor () async throws -> Void) async rethrows {
        async let _ = scene.follow()
        try await body()
    }

    /// Waits for a frame in which `condition` holds.
    private func until(_ condition: @escaping @MainActor () -> Bool) async {
        let frames = Observations { [viewModel] in
            viewModel.refresh()
            return condition()
        }
        for await isReached in frames where isReached { return }
    }

    @Test func theListIsRequestedAndThisDeviceComesFirst() async {
        #expect(viewModel.absence.text == "Loading your devices…")
        await whileShown {
            #expect(await scene.request() == .listDevices)
            await scene.answerRequest(.success(.three))
            await until { viewModel.rows.count == 3 }
            #expect(viewModel.rows.map(\.name) == ["laptop", "phone", "the old desktop in the cellar"])
            #expect(viewModel.rows.map(\.seen) == ["now, this one", "now", "3 days ago"])
            #expect(viewModel.rows.map(\.address) == ["2001:db8::17", "198.51.100.7", "–"])
            #expect(viewModel.note.text == "")
        }
    }

    @Test func agesGrowWithTime() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.time.advance(by: .seconds(86_400))
            await until { viewModel.rows[2].seen == "4 days ago" }
        }
    }

    /// The server keeps the beginning of an hour, so the device may have been used almost an hour later.
    @Test(arguments: [
        (3599, "within the hour"), (3600, "within 2 hours"), (7199, "within 2 hours"), (7200, "2 h ago"),
    ])
    func theAgeOfALastUseIsInWholeHours(seconds: Int64, seen: String) {
        let used = MarketTime(seconds: 1_699_999_200)
        let device = Device(id: DeviceID(rawValue: 1), name: "phone", created: used, used: used)
        #expect(DeviceRow(device, at: used.adding(seconds: seconds), by: .utc).seen == seen)
    }

    @Test func aDeviceIsSignedOutAfterAQuestion() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.devicesView.press("j", Key(.enter))
            #expect(viewModel.question?.lines.first == "Sign out phone (198.51.100.7)?")
            #expect(scene.link.openRequest == nil, "asked first")
            scene.devicesView.press("j", "y")
            #expect(await scene.request() == .revoke(DeviceID(rawValue: 4)))
            await scene.answerRequest(.success([Device].three.filter { $0.name != "phone" }))
            await until { scene.tabs.status.notice == "signed out phone" }
            #expect(viewModel.rows.map(\.name) == ["laptop", "the old desktop in the cellar"])
            #expect(viewModel.question == nil)
        }
    }

    @Test func answeringNoSignsNobodyOut() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.devicesView.press("G", "x", "n", "x", Key(.escape), "y")
            #expect(viewModel.asking == nil)
            #expect(scene.link.openRequest == nil)
        }
    }

    @Test func signingOutThisDeviceExplainsTheEffect() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.devicesView.press("x")
            #expect(viewModel.question?.lines.first == "Sign out this device?")
            scene.devicesView.press("y")
            #expect(await scene.request() == .revoke(DeviceID(rawValue: 9)))
        }
    }

    @Test func aDeviceThatHasGoneIsNotAskedAbout() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.devicesView.press("j", "x", "r")
            await scene.answerRequest(.success([Device].three.filter { $0.name != "phone" }))
            await until { viewModel.rows.count == 2 }
            #expect(viewModel.asking == nil)
        }
    }

    @Test func theSelectionStaysOnItsDevice() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.devicesView.press("G", "r")
            await scene.answerRequest(.success([Device].three.filter { $0.name != "phone" }))
            await until { viewModel.rows.count == 2 }
            scene.devicesView.press("x")
            #expect(viewModel.asking?.id == DeviceID(rawValue: 2))
        }
    }

    @Test func aRefusalIsExplainedAndStaysUntilSeen() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.devicesView.press("j", "x", "y")
            await scene.answerRequest(.failure(AccountProblem("Too many requests at once.")))
            await until { scene.tabs.status.problem != nil }
            #expect(scene.tabs.status.problem == "phone was not signed out. Too many requests at once.")
            scene.devicesView.press(Key(.escape))
            #expect(scene.tabs.status.problem == nil)
        }
    }

    @Test func aKeyRequestsARefusedListAgain() async {
        await whileShown {
            await scene.answerRequest(.failure(AccountProblem("Too many requests at once.")))
            await until { viewModel.absence.text == "Too many requests at once." }
            scene.devicesView.press("r")
            await scene.answerRequest(.success(.three))
            await until { viewModel.rows.count == 3 }
        }
    }

    @Test func aLostConnectionIsReportedAndTheListReloadsOnTheNextOne() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.link.state = .waiting(until: scene.time.now + .seconds(5), after: .lost)
            #expect(viewModel.note.text == "This was the state when the connection was lost.")
            scene.link.state = .live
            await scene.answerRequest(.success([Device].three.filter(\.isOwn)))
            await until { viewModel.rows.count == 1 }
            #expect(viewModel.note.text == "You are not logged in anywhere else.")
        }
    }

    @Test func withoutAConnectionNobodyIsSignedOut() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.link.account.disconnected()
            scene.devicesView.press("j", "x", "y")
            await until { scene.tabs.status.problem != nil }
            #expect(
                scene.tabs.status.problem == "phone was not signed out. There is no connection to the server."
            )
        }
    }

    /// Once, the request ended with its screen, and nobody was told.
    @Test func aSignOutOutlivesItsScreenAndIsReported() async {
        async let _ = scene.tabs.devices.appeared()
        await scene.showOnce()
        scene.devicesView.press("j", "x", "y", Key(.escape))
        #expect(await scene.request() == .revoke(DeviceID(rawValue: 4)))
        await scene.answerRequest(.success([Device].three.filter { $0.name != "phone" }))
        await until { scene.tabs.status.notice == "signed out phone" }
    }

    /// Once, the status line said that the request had failed.
    @Test(arguments: [true, false])
    func whatIsNotKnownIsSaidToBeSoUntilTheNextListTells(isDone: Bool) async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.devicesView.press("j", "x", "y")
            #expect(await scene.request() == .revoke(DeviceID(rawValue: 4)))
            scene.link.loseConnection()
            await until { scene.tabs.status.problem != nil }
            #expect(
                scene.tabs.status.problem == Problem.signOutInDoubt(device: "phone").description
            )
            scene.link.reconnect()
            await scene.answerRequest(.success([Device].three.filter { !isDone || $0.name != "phone" }))
            if isDone {
                await until { scene.tabs.status.notice == "signed out phone" }
                #expect(scene.tabs.status.problem == nil)
            } else {
                let words = Problem.signOutLost(device: "phone").description
                await until { scene.tabs.status.problem == words }
            }
        }
    }

    @Test func theShownListIsRequestedAgainAndAgain() async {
        await whileShown {
            await scene.answerRequest(.success(.three))
            await until { !viewModel.rows.isEmpty }
            scene.time.advance(by: .seconds(5))
            #expect(await scene.request() == .listDevices)
            scene.devicesView.press("r", "r", "r")
            await scene.answerRequest(.success([Device].three.filter(\.isOwn)))
            await until { viewModel.rows.count == 1 }
            await scene.answerRequest(.success(.three))
            await until { viewModel.rows.count == 3 }
            #expect(scene.link.openRequest == nil, "many demands are one question")
        }
    }

    @Test func settingsLeadToDevicesAndBack() async throws {
        let screen = ScriptedScreen([
            { $0.press("G", "k", "k", Key(.enter)) }, { $0.press("?") }, { $0.press("q") }, { $0.press(Key(.escape)) },
            { $0.press(Key(.escape)) },
        ])
        let settings = SettingsCoordinator(session: scene.link.session, tabs: scene.tabs, screen: screen)
        #expect(try await settings.start() == .closed)
        #expect(screen.shown == ["SettingsView", "DevicesView", "HelpView", "DevicesView", "SettingsView"])
    }
}
