import NIOPosix
import Shared
import TestSupport
import Testing

@testable import TerminalClient

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ServerLinkTests {
    /// A server with a full disk answers each of many changes with "later". The client must not send all of them again
    /// for each answer.
    @Test func changesThatCouldNotBeStoredAreSentAgainOnce() async throws {
        let clock = TestClock()
        let link = link(clock: clock)
        let user = link.user
        link.connected()
        link.receive(.welcome(welcome()))
        var sent: [UInt64] = []
        _ = user.connected(welcome(), send: { sent.append($0.number) })
        for number in 0..<10 { user.mutate { _ in .set(Settings.coinsOnly, to: number.isMultiple(of: 2)) } }
        for number in 1...10 as ClosedRange<UInt64> {
            let result = MutationResult(
                number: number,
                outcome: .retryLater(reason: "full"),
                version: 0,
                lastNumber: 0
            )
            link.receive(.mutationResult(result))
        }
        var sleeps = clock.sleeps.makeAsyncIterator()
        _ = await sleeps.next()
        #expect(clock.sleeperCount == 1)
        #expect(sent == Array(1...10))
        // The sleeping task sends the changes again once, and then ends.
        clock.endSleeps()
        while sent.count < 20 { await Task.yield() }
        #expect(sent == Array(1...10) + Array(1...10))
        #expect(clock.sleeperCount == 0)
    }

    /// Once, a picture waited for the answer to a request that was never sent.
    @Test func aLinkThatOnlyWatchesAnswersARequestThatItDoesNotSend() async {
        let link = link(clock: TestClock(), isReadOnly: true)
        link.connected()
        link.receive(.welcome(welcome()))
        let account = link.account
        await #expect(throws: AccountProblem(.watching)) { _ = try await account.revoke(DeviceID(rawValue: 1)) }
        #expect(!account.isAwaiting)
    }

    @Test(arguments: [false, true])
    func aChangeWaitsUnlessTheLinkOnlyWatches(isReadOnly: Bool) {
        let link = link(clock: TestClock(), isReadOnly: isReadOnly)
        link.user.mutate { .add([CoinID(1)], of: $0) }
        let session = Session(watching: link, at: link.target.address)
        #expect(session.user.favoriteIDs == [1])
        let status = StatusViewModel(session: session, clock: .system)
        #expect(status.pending == (isReadOnly ? nil : "1 not saved yet"))
    }

    private func link(clock: TestClock, isReadOnly: Bool = false) -> ServerLink {
        var target = ServerLink.Target(
            address: ServerAddress(host: "127.0.0.1", port: 1),
            trust: .system,
            credentials: .token([1]),
            deviceName: "test"
        )
        target.isReadOnly = isReadOnly
        return ServerLink(
            target: target,
            group: MultiThreadedEventLoopGroup.singleton,
            market: MarketReplica(),
            user: UserReplica(journals: nil),
            clock: clock
        )
    }

    private func welcome(token: [UInt8]? = nil) -> Welcome {
        Welcome(
            version: 1,
            serverVersion: "1",
            serverTime: .now,
            userName: "ada",
            token: token,
            epoch: MarketEpoch(rawValue: 1),
            lastMutation: 0,
            limits: SessionLimits(),
            user: UserPosition(store: 1, version: 0)
        )
    }
}
