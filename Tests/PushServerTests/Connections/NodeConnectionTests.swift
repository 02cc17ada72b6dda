import NIOCore
import Shared
import Testing

@testable import PushServer

/// The rights of nodes that follow this one, which nobody else has.
struct NodeConnectionTests {
    private func node() -> TestConnection {
        var connection = TestConnection()
        var hello = Hello.test
        hello.deviceName = "a:1"
        hello.credentials = .node(secret: [1], term: 3)
        #expect(connection.received(.hello(hello)) == ["sign in a node of term 3"])
        let node = NodeID(high: 1, low: 2)
        let words = connection.delivered(.nodeSignedIn(.success(node)))
        #expect(words == ["node joined(\(node), address: \"a:1\")", "welcome", "count", "send rates", "serve market"])
        return connection
    }

    @Test func aNodeIsWelcomedWithoutAUser() {
        let connection = node()
        #expect(connection.welcome?.user == UserPosition(store: 0, version: 0))
        #expect(connection.welcome?.userName == "")
    }

    @Test func aNodeOfAnotherProtocolLearnsBothVersions() {
        var connection = TestConnection(protocols: 7...8)
        var hello = Hello.test
        hello.credentials = .node(secret: [1], term: 3)
        #expect(connection.received(.hello(hello)) == ["close 3000"])
        let words = "\(ParentError.closed(.unsupportedVersion(own: 7...8, offered: hello.protocols)))"
        #expect(words.contains("protocol 7 to 8") && words.hasSuffix("update the older of the two."))
    }

    @Test(arguments: [
        ClientFrame.mutation(NumberedMutation(number: 1, mutation: Mutation([]))), .logout,
        .userTableRequest(version: 1),
        .accountRequest(number: 1, .listDevices),
    ]) func aNodeHasNoUserToActFor(frame: ClientFrame) {
        var node = node()
        #expect(node.received(frame) == ["close 3003"])
    }

    @Test(arguments: [
        ClientFrame.hint(UserHint(user: 1, version: 1)), .followedUsers(FollowedUsers(added: [1])),
    ]) func aTerminalIsNoNode(frame: ClientFrame) {
        var terminal = TestConnection.open()
        #expect(terminal.received(frame) == ["close 3003"])
    }

    @Test func aNodeHasRoomForTheChartsOfAllItsUsers() {
        var node = node()
        for number in 1...500 as ClosedRange<UInt32> {
            var request = ChartRequest.test
            request.source = "huobi"
            #expect(node.received(.openChart(ChartID(rawValue: number), request)).count == 1)
        }
    }

    @Test func aNodeHasRoomForTheQuestionsOfAllItsUsers() {
        var node = node()
        let request = DayRatesRequest("EUR", from: .testDay, through: .testDay)
        for number in 1...200 as ClosedRange<UInt32> {
            #expect(node.received(.dayRatesRequest(number: number, request)) == ["fetch rates \(number)"])
            #expect(node.received(.detailRequest(number: number, CoinID(number))) == ["fetch detail \(number)"])
        }
    }

    @Test func aNodeMayAskFasterThanATerminal() {
        var node = node()
        for _ in 0..<3_000 {
            #expect(node.received(.iconRequest([])).isEmpty)
        }
    }

    @Test func aBeatIsLeftOutWhileTheNodeDoesNotRead() {
        var node = node()
        let beat = Beat(term: 3, path: [NodeID(high: 5, low: 6)])
        #expect(node.delivered(.beat(beat)).count == 1)
        _ = node.writable(false)
        #expect(node.delivered(.beat(beat)).isEmpty)
        #expect(node.delivered(.hint(UserHint(user: 1, version: 2))).isEmpty)
    }

    @Test func aNodeThatLeavesIsReportedToTheFleet() {
        var node = node()
        #expect(node.happens { $0.ended(into: &$1) } == ["node left", "forget"])
    }

    @Test func aWrongSecretGetsTheSameAnswerAsAWrongPassword() {
        var connection = TestConnection()
        var hello = Hello.test
        hello.credentials = .node(secret: [1], term: 3)
        _ = connection.received(.hello(hello))
        #expect(connection.delivered(.nodeSignedIn(.failure(.badLogin))) == ["close 3001"])
    }
}

extension CivilDate {
    fileprivate static let testDay = CivilDate(year: 2024, month: 3, day: 1)
}
