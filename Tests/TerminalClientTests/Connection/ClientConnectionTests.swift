import Shared
import Testing

@testable import TerminalClient

struct ClientConnectionTests {
    // MARK: Hello and Welcome

    /// Several windows share a profile. After one of them gets a new token, all use it from their next Hello on.
    @Test func eachHelloUsesTheTokenThatIsStoredByThen() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        #expect(connection.connected() == ["hello [1]"])
        connection.disconnected()
        #expect(connection.connected(stored: [2]) == ["hello [2]"])
        #expect(connection.received(.welcome(.test(token: [3]))) == ["renew [2] [3]", "compare"])
        #expect(connection.token == [3])
    }

    @Test func theTokenOfALoginIsKept() {
        var connection = ClientConnection(credentials: .password(name: "ada", password: "x"), deviceName: "test")
        #expect(connection.connected(stored: [2]) == ["hello ada"], "the user logs in again, whatever is stored")
        #expect(connection.received(.welcome(.test(token: [3]))) == ["keep [3]", "compare"])
    }

    @Test func ifNoNodeCanBeReachedTheErrorNamesThemAll() {
        let nodes = [ServerAddress.Node(host: "a", port: 1), .init(host: "b", port: 2)]
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test", nodeCount: 2)
        func failed(_ node: Int, _ reason: String) -> String {
            connection.failed(.unreachable([UnreachedNode(nodes[node], reason: reason)])).description
        }
        #expect(failed(0, "nothing listens there") == "The server a:1 cannot be reached: nothing listens there.")
        #expect(
            failed(1, "it does not answer")
                == "No address of the server can be reached: a:1 (nothing listens there), b:2 (it does not answer)."
        )
        #expect(
            failed(0, "it does not answer")
                == "No address of the server can be reached: b:2 (it does not answer), a:1 (it does not answer)."
        )
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        #expect(failed(1, "it does not answer") == "The server b:2 cannot be reached: it does not answer.")
    }

    @Test func nothingIsRequestedBeforeTheWelcomeOrAfterTheEnd() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        _ = connection.connected()
        #expect(connection.happens { $0.request(.iconRequest([]), into: &$1) } == [])
        _ = connection.received(.welcome(.test()))
        #expect(connection.happens { $0.request(.iconRequest([]), into: &$1) } == ["send icon request"])
        #expect(connection.received(.close(Close(.goingAway, ""))) == ["end 1000"])
        #expect(connection.happens { $0.request(.iconRequest([]), into: &$1) } == [])
        #expect(connection.received(.close(Close(.goingAway, ""))) == [])
    }

    @Test func aLinkThatOnlyWatchesSendsNoChange() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test", isReadOnly: true)
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        let changes: [ClientFrame] = [
            .mutation(NumberedMutation(number: 1, mutation: .add([CoinID(1)], of: UserTable()))), .logout,
        ]
        for change in changes { #expect(connection.happens { $0.request(change, into: &$1) } == [], "\(change)") }
        let revocation = ClientFrame.accountRequest(number: 1, .revoke(DeviceID(rawValue: 1)))
        #expect(connection.happens { $0.request(revocation, into: &$1) } == ["hand"], "answered, and not sent")
        #expect(connection.happens { $0.request(.iconRequest([]), into: &$1) } == ["send icon request"])
        let devices = ClientFrame.accountRequest(number: 1, .listDevices)
        #expect(connection.happens { $0.request(devices, into: &$1) }.count == 1)
    }

    @Test func anotherClientIDNeedsAnotherConnection() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        #expect(connection.happens { $0.userReplied(.reconnect, to: .test(), into: &$1) } == ["reconnect"])
        #expect(connection.received(.userTable(UserTable())) == [], "of the old client id")
    }

    // MARK: While it is open

    @Test func aLogoutWaitsForAConnectionAndIsRepeatedUntilTheServerConfirmsIt() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        _ = connection.connected()
        #expect(connection.happens { $0.logOutRequested(into: &$1) } == [])
        for _ in 1...2 {
            _ = connection.received(.welcome(.test()))
            let live = connection.happens { $0.userReplied(.nothing, to: .test(), into: &$1) }
            #expect(live == ["live", "send logout"])
            connection.disconnected()
            _ = connection.connected()
        }
    }

    @Test func thereIsOneWaitForAllChangesThatCouldNotBeStored() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        #expect(connection.happens { $0.userReplied(.resendLater, to: nil, into: &$1) } == ["wake"])
        #expect(connection.happens { $0.userReplied(.resendLater, to: nil, into: &$1) } == [])
        #expect(connection.happens { $0.resendTimePassed(into: &$1) } == ["resend"])
        #expect(connection.happens { $0.userReplied(.resendLater, to: nil, into: &$1) } == ["wake"])
        connection.disconnected()
        #expect(connection.happens { $0.resendTimePassed(into: &$1) } == [])
    }

    @Test func aMarketThatDiffersIsRequestedAgain() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        #expect(connection.happens { $0.marketDiffers(at: 7, into: &$1) } == ["send snapshot request 7"])
    }

    @Test func aUsersTableThatDiffersIsRequestedAgain() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        let asked = connection.happens { $0.userDiffers(at: 7, into: &$1) }
        #expect(asked == ["send \(ClientFrame.userTableRequest(version: 7))"])
    }

    // MARK: After the end

    @Test func theCloseCodeSaysHowLongToWait() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        let away = ConnectionError.closed(Close(.goingAway, "", retryAfter: .seconds(10)))
        #expect(connection.wait(after: away, jitter: 0.5) == .seconds(5))
        let busy = ConnectionError.closed(Close(.unavailable, "", retryAfter: .seconds(40)))
        #expect(connection.wait(after: busy, jitter: 0) == .seconds(40))
        #expect(connection.wait(after: .closed(Close(.badLogin, "")), jitter: 0) == nil)
    }

    @Test(arguments: [CloseCode.unavailable, .tooManyConnections])
    func aNodeThatLetsNobodyInDoesNotKeepATerminalFromTheOthers(_ code: CloseCode) {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test", nodeCount: 3)
        let close = Close(code, "", retryAfter: .seconds(5))
        #expect(connection.wait(after: .closed(close), jitter: 1) == .zero)
        #expect(connection.wait(after: .closed(close), jitter: 1) == .zero)
        #expect(connection.wait(after: .closed(close), jitter: 1) == .seconds(5), "every node has refused")
        #expect(connection.node == 0)
    }

    @Test func aNodeIsNotAskedAgainBeforeTheTimeThatItHasNamed() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test", nodeCount: 2)
        let close = ConnectionError.closed(Close(.unavailable, "", retryAfter: .seconds(5)))
        #expect(connection.wait(after: close, jitter: 1) == .zero)
        #expect(connection.wait(after: .lost, jitter: 1) == .seconds(5))
        #expect(connection.wait(after: .lost, jitter: 1) == .zero)
        #expect(connection.wait(after: .lost, jitter: 1) == .seconds(1), "the wait is over")
        let away = ConnectionError.closed(Close(.goingAway, "", retryAfter: .seconds(2)))
        let waits = [close, away, close, away].map { connection.wait(after: $0, jitter: 0.5) }
        #expect(waits == [.zero, .seconds(5), .zero, .seconds(5)], "whatever the other node says")
    }

    @Test func aTerminalThatANodeDoesNotTakeGoesToTheNextOneAtOnce() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test", nodeCount: 2)
        let behind = ConnectionError.closed(Close(.goingAway, "", retryAfter: .seconds(1)))
        #expect(connection.wait(after: behind, jitter: 1) == .zero)
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        let stopping = ConnectionError.closed(Close(.goingAway, "", retryAfter: .seconds(5)))
        let wait = connection.wait(after: stopping, jitter: 0.5)
        #expect(wait == .milliseconds(2500), "many terminals lose their node together")
    }

    @Test func aClientThatSendsTooMuchWaitsWhicheverNodeIsNext() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test", nodeCount: 2)
        let close = ConnectionError.closed(Close(.tooFast, "", retryAfter: .seconds(5)))
        #expect(connection.wait(after: close, jitter: 1) == .seconds(5))
    }

    @Test func theWaitGrowsWithEachLossUntilAWelcome() {
        var connection = ClientConnection(credentials: .token([1]), deviceName: "test")
        let waits = (0..<3).map { _ in connection.wait(after: .lost, jitter: 1) }
        #expect(waits == [.milliseconds(500), .seconds(1), .seconds(2)])
        _ = connection.connected()
        _ = connection.received(.welcome(.test()))
        #expect(connection.wait(after: .lost, jitter: 1) == .milliseconds(500))
    }
}

extension ClientConnection {
    fileprivate mutating func happens(_ input: (inout ClientConnection, inout ClientActions) -> Void) -> [String] {
        var actions = ClientActions()
        input(&self, &actions)
        var words: [String] = []
        while let action = actions.popFirst() { words.append(action.words) }
        return words
    }

    fileprivate mutating func connected(stored: [UInt8]? = nil) -> [String] {
        happens {
            $0.connected(as: ClientID(high: 1, low: 1), holding: nil, user: nil, storedToken: stored, into: &$1)
        }
    }

    fileprivate mutating func received(_ frame: ServerFrame) -> [String] { happens { $0.received(frame, into: &$1) } }
}

extension ClientAction {
    fileprivate var words: String {
        switch self {
        case .send(.hello(let hello)):
            switch hello.credentials {
            case .token(let token): "hello \(token)"
            case .password(let name, _, _): "hello \(name)"
            case .local: "hello from this machine"
            case .invitation: "hello, invited"
            case .node: "hello of a node"
            }
        case .send(.logout): "send logout"
        case .send(.iconRequest): "send icon request"
        case .send(.snapshotRequest(let sequence)): "send snapshot request \(sequence)"
        case .send(let frame): "send \(frame)"
        case .hand: "hand"
        case .compare: "compare"
        case .goLive: "live"
        case .keepToken(let token): "keep \(token)"
        case .renewToken(let old, let new): "renew \(old) \(new)"
        case .wakeForResend: "wake"
        case .resend: "resend"
        case .reconnect: "reconnect"
        case .end(let close): "end \(close.code.rawValue)"
        }
    }
}

extension Welcome {
    fileprivate static func test(token: [UInt8]? = nil) -> Welcome {
        Welcome(
            version: 1,
            serverVersion: "1",
            serverTime: MarketTime(milliseconds: 0),
            userName: "ada",
            token: token,
            epoch: MarketEpoch(rawValue: 1),
            lastMutation: 0,
            limits: SessionLimits(),
            user: UserPosition(store: 1, version: 0)
        )
    }
}
