import Shared
import TerminalKit
import Testing

@testable import TerminalClient

/// The user's ways through the screens. Each act answers the view that was shown.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorTests {
    @Test func withATokenTheFirstScreenIsPrices() async {
        let services = TestServices([TestLink()], token: [1])
        let screen = ScriptedScreen([quit])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView"])
        #expect(services.credentials == [.token([1])])
    }

    @Test func quittingReportsWhatTheServerHasNotConfirmed() async {
        let link = TestLink()
        let services = TestServices([link], token: [1])
        let screen = ScriptedScreen([
            { view in
                link.user.mutate { .add([CoinID(1)], of: $0) }
                link.user.mutate { .add([CoinID(2)], of: $0) }
                view.press("q")
            }
        ])
        let unconfirmed = await services.app(on: screen).start()
        #expect(unconfirmed == [left(2)])
        #expect(await TestServices([TestLink()], token: [1]).app(on: ScriptedScreen([quit])).start() == [])
    }

    @Test func loggingOutOfflineAndQuittingReportsItToo() async {
        let link = TestLink()
        let services = TestServices([link], token: [1])
        let screen = ScriptedScreen([
            { view in
                link.state = .connecting
                link.user.mutate { .add([CoinID(1)], of: $0) }
                view.press(",")
            },
            { $0.press("G", Key(.enter), "y") },
            { $0.press(.control("c")) },
        ])
        let unconfirmed = await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "SettingsView", "LoginView"])
        #expect(unconfirmed == [left(1)])
    }

    /// Once, what the next session had delivered was reported, too.
    @Test func whatALaterLoginOfTheSameUserDeliversIsNotReported() async throws {
        let link = TestLink()
        link.userName = "Demo"
        #expect(try await quitsAfterLeavingOneChange(andThen: link) == [])
    }

    @Test func aLaterLoginOfAnotherUserLeavesTheReportOfTheFirst() async throws {
        let (idle, busy) = (TestLink(), TestLink())
        for link in [idle, busy] { link.userName = "eve" }
        busy.user.mutate { .add([CoinID(2)], of: $0) }
        #expect(try await quitsAfterLeavingOneChange(andThen: idle) == [left(1, areKept: true)])
        #expect(try await quitsAfterLeavingOneChange(andThen: busy) == [left(1, areKept: true), left(1, of: "eve")])
    }

    /// They are lost, whoever logs in.
    @Test func changesThatWereNotKeptAreReportedAfterALaterLogin() async throws {
        #expect(try await quitsAfterLeavingOneChange(isKept: false, andThen: TestLink()) == [left(1)])
    }

    /// A user makes a change offline and logs out. Then somebody logs in and quits.
    private func quitsAfterLeavingOneChange(
        isKept: Bool = true,
        andThen next: TestLink
    ) async throws -> [UnconfirmedChanges] {
        try await PendingFolder.with { folder in
            let link = try TestLink(journals: isKept ? PendingJournals(directory: folder.path) : nil)
            let screen = ScriptedScreen([
                { view in
                    link.state = .connecting
                    link.user.mutate { .add([CoinID(1)], of: $0) }
                    view.press(",")
                },
                { $0.press("G", Key(.enter), "y") },
                { $0.press("p", "w", Key(.enter)) },
                quit,
            ])
            let left = await TestServices([link, next], token: [1]).app(on: screen).start()
            #expect(screen.shown == ["PricesView", "SettingsView", "LoginView", "PricesView"])
            return left
        }
    }

    private func left(_ count: Int, of user: String = "demo", areKept: Bool = false) -> UnconfirmedChanges {
        UnconfirmedChanges(count: count, server: TestServices.server, user: user, areKept: areKept)
    }

    @Test func withoutATokenTheUserLogsInFirst() async {
        let link = TestLink()
        let services = TestServices([link])
        let screen = ScriptedScreen([logIn, quit])
        await services.app(on: screen).start()
        #expect(screen.shown == ["LoginView", "PricesView"])
        #expect(services.credentials == [.password(name: "demo", password: "pw")])
        #expect(services.logins[TestServices.server] == StoredLogin(token: [7], user: "demo"))
        #expect(link.isClosed)
    }

    @Test func anUnknownKeyIsAskedAboutAndRememberedBeforeThePasswordGoesOut() async throws {
        let key = try #require(PublicKeyPin.one)
        let stranger = TestLink()
        stranger.state = .stopped(.insecure(.untrustedKey(presented: key, reason: "self-signed certificate")))
        let services = TestServices([stranger, TestLink()])
        let screen = ScriptedScreen([
            logIn,
            { view in
                #expect(view.picture().contains("sha256/AAAA"))
                view.press(Key(.enter), "y")
            },
            { _ in },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["LoginView", "TrustView", "LoginView", "PricesView"])
        #expect(services.keys[TestServices.server] == key)
        #expect(stranger.isClosed)
    }

    @Test func aKeyThatIsNotAcceptedGetsNothing() async throws {
        let key = try #require(PublicKeyPin.one)
        let stranger = TestLink()
        stranger.state = .stopped(.insecure(.untrustedKey(presented: key, reason: "self-signed certificate")))
        let services = TestServices([stranger])
        let screen = ScriptedScreen([
            logIn,
            { $0.press("n") },
            { view in
                #expect(view.picture().contains("nothing was sent to it"))
                view.press(.control("c"))
            },
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["LoginView", "TrustView", "LoginView"])
        #expect(services.keys.isEmpty)
    }

    @Test func aWrongPasswordIsReportedAndTypedAgain() async {
        let refused = TestLink()
        refused.state = .stopped(.closed(Close(.badLogin, "Name or password is wrong.")))
        let services = TestServices([refused, TestLink()])
        let screen = ScriptedScreen([
            logIn,
            { view in
                #expect(view.picture().contains("Name or password is wrong."))
                view.press("o", "k", Key(.enter))
            },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["LoginView", "LoginView", "PricesView"])
        #expect(services.credentials.last == .password(name: "demo", password: "ok"))
    }

    /// The form keeps what the user has typed.
    @Test func aServerOfAnotherKindIsReportedWhereItsAddressWasTyped() async {
        let other = TestLink()
        other.state = .stopped(.closed(Close(.unsupportedVersion, "This server speaks tickwire/7.")))
        let services = TestServices([other, TestLink()])
        let screen = ScriptedScreen([
            logIn,
            { view in
                let picture = view.picture()
                #expect(picture.contains("This server speaks tickwire/7.") && picture.contains("demo"))
                view.press(Key(.enter))
            },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["LoginView", "LoginView", "PricesView"])
    }

    @Test func aChangedKeyStopsEverythingAndSaysWhatToDo() async throws {
        let expected = try #require(PublicKeyPin.one)
        let presented = try #require(PublicKeyPin.other)
        let link = TestLink()
        let services = TestServices([link], token: [1])
        let screen = ScriptedScreen([
            { _ in link.end(.insecure(.keyChanged(expected: expected, presented: presented))) },
            { view in
                #expect(view.picture().contains("The key of localhost:7443 has changed"))
                #expect(view.picture(200, 30).contains("/profile/known_servers"))
                view.press("r", "q")
            },
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "StopView"])
        #expect(services.logins[TestServices.server]?.token == [1])
    }

    @Test func anyOtherEndIsExplainedAndCanBeRetried() async {
        let link = TestLink()
        let services = TestServices([link, TestLink()], token: [1])
        let screen = ScriptedScreen([
            { _ in link.end(.closed(Close(.unsupportedVersion, "This server speaks version 2 only."))) },
            { view in
                #expect(view.picture().contains("This server speaks version 2 only."))
                view.press("r")
            },
            quit,
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["PricesView", "StopView", "PricesView"])
    }

    @Test func filesThatCannotBeUsedAreNamed() async {
        let services = TestServices([], token: [1])
        services.problem = .unwritable(path: "/profile/pending", reason: "Read-only file system")
        let screen = ScriptedScreen([
            { view in
                #expect(view.picture(200, 30).contains("/profile/pending cannot be written: Read-only file system"))
                view.press("q")
            }
        ])
        await services.app(on: screen).start()
        #expect(screen.shown == ["StopView"])
    }

    @Test func theStartEndsAMomentAfterTheFirstPrices() async {
        let services = TestServices([TestLink(.of(.few))], token: [1])
        let app = services.app(on: ScriptedScreen())
        let running = Task { await app.start() }  // To be cancelled from here.
        for await sleep in services.time.sleeps where sleep == .seconds(1) { break }
        #expect(services.endedStarts == 0)
        services.time.advance(by: .seconds(1))
        while services.endedStarts == 0 { await Task.yield() }
        running.cancel()
        _ = await running.value
        #expect(services.endedStarts == 1)
    }

    /// Dropped pages are read from the file again.
    @Test func memoryThatIsGivenBackIsReadAgainUnchanged() {
        let before = Scene(.many(50)).pricesView.picture()
        #if os(Linux)
            let code = residentCode()
        #endif
        ResidentMemory.giveBack()
        #if os(Linux)
            #expect(residentCode() < code)
        #endif
        #expect(Scene(.many(50)).pricesView.picture() == before)
    }

    #if os(Linux)
        /// The resident kB of all mappings that are executable and not writable.
        private func residentCode() -> Int {
            let text = String(decoding: (try? SmallFile.read("/proc/self/smaps")) ?? [], as: UTF8.self)
            var (sum, isCode) = (0, false)
            for fields in text.split(separator: "\n").map({ $0.split(separator: " ") }) where fields.count > 1 {
                if fields[0].contains("-") { isCode = fields[1] == "r-xp" && fields.last?.hasPrefix("/") == true }
                if isCode, fields[0] == "Rss:" { sum += Int(fields[1]) ?? 0 }
            }
            return sum
        }
    #endif

    @Test func cancellingTheAppEndsEveryFlow() async {
        let services = TestServices([TestLink()], token: [1])
        let shown = AsyncStream.makeStream(of: Void.self)
        let screen = ScriptedScreen([{ $0.press("?") }, { _ in shown.continuation.yield() }])
        let app = services.app(on: screen)
        let running = Task { await app.start() }  // To be cancelled from here.
        for await _ in shown.stream { break }
        #expect(screen.shown == ["PricesView", "HelpView"])
        running.cancel()
        _ = await running.value
    }

    let quit: ScriptedScreen.Act = { $0.press("q") }
    let logIn: ScriptedScreen.Act = { $0.press("d", "e", "m", "o", Key(.tab), "p", "w", Key(.enter)) }
}
