import NIOCore
import Shared
import TestSupport
import Testing

@testable import PushServer

struct ServerConnectionTests {
    private static let mutation = NumberedMutation(number: 1, mutation: .test)

    // MARK: Which frame may come when

    @Test func aStrangerMaySendOnlySmallFrames() {
        #expect(TestConnection().value.frameLimit == 4096)
        #expect(TestConnection.open().value.frameLimit == 65_536)
    }

    @Test(arguments: [ClientFrame.mutation(mutation), .snapshotRequest(sequence: 1), .iconRequest([]), .logout])
    func onlyAHelloMayComeFirst(frame: ClientFrame) {
        var connection = TestConnection()
        #expect(connection.received(frame) == ["close 3003"])
        #expect(connection.received(.hello(.test)) == [], "nothing is looked at after the end")
    }

    @Test func aSecondHelloEndsTheConnection() {
        var connection = TestConnection.open()
        #expect(connection.received(.hello(.test)) == ["close 3003"])
    }

    @Test func anUnsupportedVersionIsRefusedWithTheSupportedOnes() {
        var (one, other) = (TestConnection(), TestConnection())
        var newer = Hello.test
        newer.protocols = 2...3
        #expect(one.received(.hello(newer)) == ["close 3000"])
        newer.protocols = 1...9
        #expect(other.received(.hello(newer)) == ["sign in"])
    }

    @Test func pingsAreAnsweredBeforeTheHelloAndNotAfterALogout() {
        var connection = TestConnection()
        #expect(connection.received(.ping(nonce: 9)) == ["pong 9"])
        var leaving = TestConnection.open()
        #expect(leaving.received(.logout) == ["log out"])
        #expect(leaving.received(.ping(nonce: 9)) == [])
    }

    @Test func framesAfterALogoutAreIgnored() {
        var connection = TestConnection.open()
        #expect(connection.received(.logout) == ["log out"])
        #expect(connection.received(.logout) == [])
        #expect(connection.received(.hello(.test)) == [])
        #expect(connection.happens { $0.received(.empty, into: &$1) } == [])
        #expect(connection.delivered(.user(.close(.signedOut))) == ["close 3002"])
    }

    @Test func tooManyUnansweredMutationsEndTheConnection() {
        var connection = TestConnection.open()
        for _ in 0..<64 { #expect(connection.received(.mutation(Self.mutation)) == ["settle 1"]) }
        #expect(connection.received(.mutation(Self.mutation)) == ["close 2003"])
        var answered = TestConnection.open { $0.framesPerSecond = 0 }
        for _ in 0..<1000 {
            #expect(answered.received(.mutation(Self.mutation)) == ["settle 1"])
            #expect(answered.delivered(.user(.result(.applied(1)))) == ["result 1"])
        }
    }

    // MARK: Welcome

    @Test func kindsThatAnotherNodeDoesNotKnowAreNotOffered() {
        var connection = TestConnection()
        _ = connection.received(.hello(.test))
        _ = connection.delivered(.signedIn(.success(.test())))
        let news = UserNews(UserTable(), of: .test, in: .test)
        _ = connection.delivered(.user(.joined(news, lastMutation: 0, kinds: [RecordKind.setting.number, 4000])))
        #expect(connection.welcome?.limits.records.offered.map(\.kind) == [RecordKind.setting.number])
    }

    @Test func theWelcomeComesBeforeTheStateAndTheMarket() {
        var connection = TestConnection()
        #expect(connection.received(.hello(.test)) == ["sign in"])
        #expect(connection.delivered(.signedIn(.success(.test()))) == ["join"])
        let joined = UserPush.joined(UserNews(UserTable(), of: .test, in: .test), lastMutation: 0)
        #expect(connection.delivered(.user(joined)) == ["welcome", "table 0", "count", "send rates", "serve market"])
    }

    @Test func anUndeliveredTokenIsRevoked() {
        var gone = TestConnection()
        _ = gone.received(.hello(.test))
        #expect(gone.happens { $0.close(.signedOut, into: &$1) } == ["close 3002"])
        #expect(gone.delivered(.signedIn(.success(.test(newToken: 1)))) == ["revoke"])
        var unwelcomed = TestConnection()
        _ = unwelcomed.received(.hello(.test))
        _ = unwelcomed.delivered(.signedIn(.success(.test(newToken: 1))))
        #expect(unwelcomed.happens { $0.ended(into: &$1) } == ["revoke", "leave", "forget"])
    }

    @Test func aConnectionThatEndsLeavesTheHubsThatKnowIt() {
        var stranger = TestConnection()
        #expect(stranger.happens { $0.ended(into: &$1) } == ["forget"])
        var connection = TestConnection.open()
        _ = connection.received(.openChart(ChartID(rawValue: 1), .test))
        #expect(connection.happens { $0.ended(into: &$1) } == ["leave", "close all charts", "forget"])
    }

    /// The market of a node may be replaced by one with fewer rows, and a connection that is closing does not hear of it.
    @Test func aConnectionThatIsClosingGetsNoMoreOfASnapshot() {
        var connection = TestConnection.open()
        #expect(connection.marketFrame(sequence: 1, rowCount: 900) == .part(rows: 0..<400, sequence: 1, isLast: false))
        _ = connection.happens { $0.close(.silent, into: &$1) }
        connection.marketWritten()
        #expect(connection.marketFrame(sequence: 2, rowCount: 300) == nil)
    }

    // MARK: Slow clients

    @Test func aSlowClientGetsItsNewestStateAndThenTheResults() {
        var connection = TestConnection.open()
        #expect(connection.writable(false) == ["reading false"])
        for number in 1...3 as ClosedRange<UInt64> {
            #expect(connection.changed(to: number) == [])
            #expect(connection.delivered(.user(.result(.applied(number, in: number)))) == [])
        }
        #expect(connection.writable(true) == ["reading true", "diff 0 to 3", "result 1", "result 2", "result 3"])
    }

    @Test func oneDiffIsInFlightAndAResultFollowsItsEffect() {
        var connection = TestConnection.open()
        #expect(connection.changed(to: 1) == ["diff 0 to 1"])
        #expect(connection.changed(to: 2) == [])
        #expect(connection.delivered(.user(.result(.applied(1, in: 1)))) == ["result 1"])
        #expect(connection.delivered(.user(.result(.applied(2, in: 2)))) == [], "its effect is not on its way yet")
        #expect(connection.delivered(.user(.result(.applied(3, in: 1)))) == [], "results go in the order of numbers")
        #expect(connection.changed(to: 3) == [])
        #expect(connection.happens { $0.userWritten(into: &$1) } == ["diff 1 to 3", "result 2", "result 3"])
        #expect(connection.happens { $0.userWritten(into: &$1) } == [])
    }

    @Test func aClientWhoseTableDiffersGetsTheWholeOneOnce() {
        var connection = TestConnection.open()
        #expect(connection.received(.userTableRequest(version: 0)) == ["count", "fetch table"])
        #expect(connection.received(.userTableRequest(version: 0)) == [], "it is on its way")
        #expect(connection.changed(to: 1) == [])
        #expect(connection.delivered(.user(.table(UserNews(UserTable(), of: .test, in: .test)))) == ["table 1"])
        _ = connection.happens { $0.userWritten(into: &$1) }
        #expect(connection.changed(to: 2) == ["diff 1 to 2"])
        #expect(connection.received(.userTableRequest(version: 1)) == ["count", "fetch table"])
    }

    /// Account 2 belongs to a user who was removed and added again under the same name.
    @Test(arguments: [
        (1, 1, 3, "diff 3 to 5"), (1, 1, 5, "diff 5 to 5"), (1, 1, 2, "table 5"), (1, 1, 9, "table 5"),
        (2, 1, 3, "table 5"), (1, 2, 3, "table 5"),
    ])
    func aReturningClientGetsWhatItMissedFromTheFloorOnAndElseTheTable(
        store: Int64,
        account: Int64,
        version: Int,
        told: String
    ) {
        var connection = TestConnection()
        var hello = Hello.test
        let held = StoreIdentity(rawValue: store).wireValue(of: AccountID(rawValue: account))
        hello.user = UserPosition(store: held, version: UInt64(version))
        _ = connection.received(.hello(hello))
        _ = connection.delivered(.signedIn(.success(.test())))
        let news = UserNews(UserTable(version: 5, floor: 3), of: .test, in: .test)
        #expect(connection.delivered(.user(.joined(news, lastMutation: 0)))[1] == told)
    }

    @Test func dataOfARestoredDatabaseIsNotMixedUp() {
        var connection = TestConnection.open()
        let other = UserNews(UserTable(version: 7), of: .test, in: StoreIdentity(rawValue: 2))
        #expect(connection.delivered(.user(.changed(other))) == [])
    }

    @Test func aChartThatMissedSomethingStartsOver() {
        var connection = TestConnection.open()
        #expect(connection.received(.openChart(ChartID(rawValue: 1), .test)) == ["open chart 1 subscription 1"])
        _ = connection.writable(false)
        #expect(connection.candles(subscription: 1) == [])
        #expect(connection.writable(true) == ["reading true", "open chart 1 subscription 2"])
        #expect(connection.candles(subscription: 1) == [], "of the old request")
        #expect(connection.candles(subscription: 2) == ["candles 1"])
    }

    @Test func anUnknownIntervalIsAProblemOfTheChartOnly() {
        var connection = TestConnection.open()
        let chart = ChartID(rawValue: 1)
        #expect(connection.received(.openUnknownChart(chart, interval: 99)) == ["chart 1 unknownInterval"])
        #expect(connection.received(.closeChart(chart)) == [], "it was not opened")
    }

    @Test func aSourceThatIsNotOfferedIsAProblemOfTheChart() {
        var connection = TestConnection.open()
        let request = ChartRequest(coin: CoinID(1), interval: .hour, count: 10, source: "kraken")
        let chart = ChartID(rawValue: 1)
        #expect(connection.received(.openChart(chart, request)) == ["chart 1 unknownSource"])
        #expect(connection.received(.closeChart(chart)) == [], "it was not opened")
    }

    @Test func chartsFollowTheUsersChoiceUnlessTheyNameASource() throws {
        var connection = TestConnection.open()
        let named = ChartRequest(coin: CoinID(1), interval: .hour, count: 10, source: "cryptocompare")
        #expect(
            connection.received(.openChart(ChartID(rawValue: 1), named)) == [
                "open chart 1 subscription 1 from cryptocompare"
            ]
        )
        #expect(connection.received(.openChart(ChartID(rawValue: 2), .test)) == ["open chart 2 subscription 2"])
        var table = UserTable()
        func openedAgain() -> [String] {
            connection.delivered(.user(.changed(UserNews(table, of: .test, in: .test)))).filter { $0.hasPrefix("open") }
        }
        try table.apply(.set(.binance), within: RecordRules())
        #expect(openedAgain() == ["open chart 2 subscription 3 from binance"])
        try table.apply(.set(Settings.klineSource, to: "kraken"), within: RecordRules())
        #expect(openedAgain() == ["open chart 2 subscription 4"], "what is not offered counts as the first that is")
        try table.apply(.set(.huobi), within: RecordRules())
        #expect(openedAgain() == [])
    }

    @Test(arguments: [(1...3, 1...2), (1...2, 1...5), (2...3, 1...2)] as [(ClosedRange<UInt32>, ClosedRange<UInt32>)])
    func theNewestVersionThatBothSpeakIsChosen(server: ClosedRange<UInt32>, client: ClosedRange<UInt32>) {
        var connection = TestConnection(protocols: server)
        var hello = Hello.test
        hello.protocols = client
        _ = connection.received(.hello(hello))
        _ = connection.delivered(.signedIn(.success(.test())))
        _ = connection.delivered(.user(.joined(UserNews(UserTable(), of: .test, in: .test), lastMutation: 0)))
        #expect(connection.welcome?.version == 2)
        #expect(connection.welcome?.offers == .test)
    }

    @Test func aConnectionAtItsLimitOfChartsMustCloseOne() {
        var connection = TestConnection.open { $0.charts = 2 }
        for chart in 1...2 as ClosedRange<UInt32> {
            #expect(
                connection.received(.openChart(ChartID(rawValue: chart), .test)) == [
                    "open chart \(chart) subscription \(chart)"
                ]
            )
        }
        #expect(connection.received(.openChart(ChartID(rawValue: 3), .test)) == ["chart 3 tooMany"])
        #expect(connection.received(.openChart(ChartID(rawValue: 2), .test)) == ["open chart 2 subscription 3"])
        #expect(connection.received(.closeChart(ChartID(rawValue: 1))) == ["close chart 1"])
        #expect(connection.received(.openChart(ChartID(rawValue: 3), .test)) == ["open chart 3 subscription 4"])
    }

    @Test func whileAPongIsBeingWrittenOnlyTheNewestPingIsRemembered() {
        var connection = TestConnection()
        #expect(connection.received(.ping(nonce: 1)) == ["pong 1"])
        for nonce in 2...5 as ClosedRange<UInt64> { #expect(connection.received(.ping(nonce: nonce)) == []) }
        #expect(connection.happens { $0.pongWritten(into: &$1) } == ["pong 5"])
        #expect(connection.happens { $0.pongWritten(into: &$1) } == [])
    }

    @Test func aCoinThatIsNamedTwiceInOneRequestIsAnsweredOnce() {
        var connection = TestConnection.open()
        let coins = [7, 8, 7, 8, 8, 9].map { CoinID($0) }
        let asked = connection.received(.iconRequest(coins), isListed: { $0 != CoinID(7) })
        #expect(asked == ["no icon 7", "fetch icon 8", "fetch icon 9"])
    }

    @Test func iconsOfUnknownCoinsAndThoseBeyondTheLimitAskNobody() {
        var connection = TestConnection.open()
        #expect(connection.received(.iconRequest([CoinID(7)]), isListed: { _ in false }) == ["no icon 7"])
        let coins = (1...200).map { CoinID($0) }
        var asked = connection.received(.iconRequest(coins))
        var count = 0
        while let first = asked.first {
            #expect(first.hasPrefix("fetch icon"))
            count += asked.count
            asked = asked.flatMap { fetch in
                let coin = CoinID(UInt32(fetch.split(separator: " ")[2]) ?? 0)
                return connection.delivered(.icon(coin, nil)).filter { $0.hasPrefix("fetch") }
            }
        }
        #expect(count == IconRequests.coinsMax)
    }

    @Test func questionsAboutUnknownCoinsAndTooManyAtOnceAskNobody() {
        var connection = TestConnection.open()
        #expect(connection.received(.detailRequest(number: 1, CoinID(7)), isListed: { _ in false }) == ["no detail 1"])
        for number in 1...8 as ClosedRange<UInt32> {
            #expect(connection.received(.detailRequest(number: number, CoinID(1))) == ["fetch detail \(number)"])
        }
        #expect(connection.received(.detailRequest(number: 9, CoinID(1))) == ["no detail 9"])
        let answer = Result<CoinDetail, AnswerProblem>.failure(AnswerProblem(message: "none"))
        #expect(connection.delivered(.detail(number: 1, answer)) == ["no detail 1"])
        #expect(connection.received(.detailRequest(number: 10, CoinID(1))) == ["fetch detail 10"])
    }

    // MARK: Layout

    @Test func fieldsThatATickReadsComeFirstAndAreSmall() {
        #expect(MemoryLayout<ServerConnection>.offset(of: \.market) == 0)
        #expect(MemoryLayout<MarketFlow>.size <= 24)
        #expect(MemoryLayout<ServerConnection>.size <= 360)
    }
}
