import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Shared
import TestSupport
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct UserHubTests {
    private let ada = Account(id: AccountID(rawValue: 1), name: "ada")
    private let bob = Account(id: AccountID(rawValue: 2), name: "bob")
    private let change = NumberedMutation(number: 1, mutation: .test)

    private func withHub(
        _ store: StubStore = StubStore(),
        clock: any Clock<Duration> = ContinuousClock(),
        connectionsMax: Int = 2,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: (Mailbox<UserHub.Event>) async throws -> Void
    ) async throws {
        let hub = UserHub.test(
            store: store,
            clock: clock,
            connectionsMax: connectionsMax,
            counters: UserCounters(),
            logger: logger
        )
        async let running: Void = hub.run()
        try await body(hub.mailbox)
        hub.mailbox.close()
        await running
    }

    @Test func aChangeThatCouldNotBeStoredIsToBeSentAgainAndReachesNobody() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let (one, other) = (StubConnection(1, ada), StubConnection(2, ada))
            mailbox.post(.joined(one.connection))
            #expect(await one.next() == "joined")
            mailbox.post(.joined(other.connection))
            #expect(await other.next() == "joined")
            store.fails.withLockedValue { $0 = true }
            mailbox.post(.mutated(one.connection, .test, change))
            #expect(await one.next() == "result 1 retryLater")
            store.fails.withLockedValue { $0 = false }
            mailbox.post(.mutated(one.connection, .test, change))
            #expect(await one.next() == "table 1")
            #expect(await one.next() == "result 1 applied")
            #expect(await other.next() == "table 1", "the first thing that it hears of")
        }
    }

    @Test func theSameFailureIsLoggedOnceUntilTheStoreAnswers() async throws {
        let (store, lines) = (StubStore(), NIOLockedValueBox<[String]>([]))
        let logger = Logger(label: "test") { _ in LineLog(lines: lines, logLevel: .error) }
        try await withHub(store, clock: TestClock(), logger: logger) { mailbox in
            let terminal = StubConnection(1, ada)
            mailbox.post(.joined(terminal.connection))
            #expect(await terminal.next() == "joined")
            store.fails.withLockedValue { $0 = true }
            for count in 1...2 {
                // The look may come before the first of these changes or after it.
                for _ in 0..<2 {
                    mailbox.post(.mutated(terminal.connection, .test, change))
                    #expect(await terminal.next() == "result 1 retryLater")
                }
                #expect(
                    lines.withLockedValue { $0 } == Array(repeating: "user changes could not be stored", count: count)
                )
                mailbox.post(.lookDue)
            }
        }
    }

    @Test func theLogSaysOnceThatTheStoreAnswersAgain() async throws {
        let (store, lines) = (StubStore(), NIOLockedValueBox<[String]>([]))
        let logger = Logger(label: "test") { _ in LineLog(lines: lines, logLevel: .notice) }
        try await withHub(store, clock: TestClock(), logger: logger) { mailbox in
            let terminal = StubConnection(1, ada)
            mailbox.post(.joined(terminal.connection))
            #expect(await terminal.next() == "joined")
            for (fails, told) in [(false, 0), (true, 1), (true, 1), (false, 2), (false, 2)] {
                store.failsLooking.withLockedValue { $0 = fails }
                mailbox.post(.lookDue)
                // The hub may take the first of these together with the look, and answers it before it looks.
                for _ in 0..<2 {
                    mailbox.post(.tableWanted(terminal.connection))
                    #expect(await terminal.next() == "whole table 0")
                }
                let all = ["the store could not be looked at", "the database answers again"]
                #expect(lines.withLockedValue { $0 } == Array(all.prefix(told)))
            }
        }
    }

    /// Expired data is removed when the server starts. On a full disk it stays, and the server still starts.
    @Test func aTerminalIsWelcomedWhileNothingCanBeStored() async throws {
        let store = StubStore()
        store.fails.withLockedValue { $0 = true }
        try await withHub(store) { mailbox in
            defer { #expect(store.sweeps.withLockedValue { $0 } == 1) }
            let (one, other) = (StubConnection(1, ada), StubConnection(2, ada))
            mailbox.post(.mutated(one.connection, .test, change))
            mailbox.post(.joined(other.connection))
            #expect(await other.next() == "joined")
            #expect(await one.next() == "result 1 retryLater")
        }
    }

    /// - Parameter body: gets ada's first terminal, whose change waits to be stored, and the promise that it waits for.
    private func withWaitingCommit(
        _ store: StubStore = StubStore(),
        clock: any Clock<Duration> = ContinuousClock(),
        connectionsMax: Int = 2,
        _ body: (Mailbox<UserHub.Event>, StubConnection, EventLoopPromise<Void>) async throws -> Void
    ) async throws {
        try await withHub(store, clock: clock, connectionsMax: connectionsMax) { mailbox in
            let (first, commit) = (
                StubConnection(1, ada), MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
            )
            mailbox.post(.joined(first.connection))
            #expect(await first.next() == "joined")
            store.commit.withLockedValue { $0 = commit.futureResult }
            mailbox.post(.mutated(first.connection, .test, change))
            for await _ in store.batches { break }
            try await body(mailbox, first, commit)
        }
    }

    /// A commit may wait for a standby for seconds.
    @Test func aTerminalOfAnotherUserIsAnsweredWhileACommitWaits() async throws {
        try await withWaitingCommit { mailbox, first, commit in
            let (second, other) = (StubConnection(2, ada), StubConnection(3, bob))
            for terminal in [second, other] { mailbox.post(.joined(terminal.connection)) }
            #expect(await other.next() == "joined")
            mailbox.post(.tableWanted(other.connection))
            #expect(await other.next() == "whole table 0")
            commit.succeed()
            #expect(await first.next() == "table 1")
            #expect(await first.next() == "result 1 applied")
            #expect(await second.next() == "joined")
            mailbox.post(.tableWanted(second.connection))
            #expect(await second.next() == "whole table 0", "its welcome came after the change")
        }
    }

    /// A user may have one terminal here, so the next one must wait until the first has left.
    @Test func aTerminalThatComesWhileACommitWaitsOvertakesNothingAboutItsUser() async throws {
        try await withWaitingCommit(connectionsMax: 1) { mailbox, _, commit in
            let (one, next, other) = (
                StubConnection(2, bob), StubConnection(3, bob),
                StubConnection(4, Account(id: AccountID(rawValue: 3), name: "eve"))
            )
            mailbox.post(.joined(one.connection))
            #expect(await one.next() == "joined")
            mailbox.post(.left(one.connection))
            for terminal in [next, other] { mailbox.post(.joined(terminal.connection)) }
            #expect(await other.next() == "joined")
            commit.succeed()
            #expect(await next.next() == "joined")
        }
    }

    /// The store has answered no look meanwhile, so other nodes may not have noted who is connected there.
    @Test func looksThatBecameDueWhileACommitWaitedAreOneLook() async throws {
        let store = StubStore()
        try await withWaitingCommit(store, clock: TestClock()) { mailbox, first, commit in
            for _ in 0..<10 { mailbox.post(.lookDue) }
            commit.succeed()
            // The first request may be answered before the look, but not the second one.
            for _ in 0..<2 {
                mailbox.post(.tableWanted(first.connection))
                while await first.next() != "whole table 0" {}
            }
            #expect(store.looks.withLockedValue { $0.count } == 1)
        }
    }

    @Test func aTerminalIsAskedToComeBackWhileAccountsCannotBeRead() async throws {
        let store = StubStore()
        store.failsReading.withLockedValue { $0 = true }
        try await withHub(store) { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "close 2002")
        }
    }

    @Test func aUsersTerminalsAreLimited() async throws {
        try await withHub(connectionsMax: 2) { mailbox in
            let connections = (1...3).map { StubConnection($0, ada) }
            for connection in connections { mailbox.post(.joined(connection.connection)) }
            #expect(await connections[0].next() == "joined")
            #expect(await connections[1].next() == "joined")
            #expect(await connections[2].next() == "close 2000")
            let other = StubConnection(4, bob)
            mailbox.post(.joined(other.connection))
            #expect(await other.next() == "joined")
            // A terminal that leaves makes room.
            mailbox.post(.left(connections[0].connection))
            let next = StubConnection(5, ada)
            mailbox.post(.joined(next.connection))
            #expect(await next.next() == "joined")
        }
    }

    @Test func aDeviceThatAnOperatorSignsOutIsClosed() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let (one, other) = (StubConnection(1, ada), StubConnection(2, ada))
            for connection in [one, other] { mailbox.post(.joined(connection.connection)) }
            #expect(await one.next() == "joined")
            #expect(await other.next() == "joined")
            store.revoked.withLockedValue { $0 = [one.connection.device] }
            mailbox.post(.lookDue)
            #expect(await one.next() == "close 3002")
            mailbox.post(.mutated(other.connection, .test, change))
            #expect(await other.next() == "table 1")
        }
    }

    /// A commit waits for disks, and at another node somebody waits for what the hint is about.
    @Test func aHintedUserAloneIsLookedAtBeforeAChangeIsStored() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "joined")
            for user in 1...2 as ClosedRange<Int64> { mailbox.post(.hinted(UserHint(user: user, version: 5))) }
            mailbox.post(.mutated(connection.connection, .test, change))
            #expect(await connection.next() == "table 1")
            #expect(store.looks.withLockedValue { $0.last } == HeldState(versions: [ada.id: 0], hinted: [ada.id]))
        }
    }

    /// Another node may not have been able to note that the user is there. Each second's look alone proves that it was.
    @Test func manyHintsDoNotMakeAnAbsenceCertainEarlier() async throws {
        let store = StubStore()
        store.lease.withLockedValue { $0 = .seconds(3) }
        try await withHub(store) { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "joined")
            for version in 1...10 as ClosedRange<UInt64> {
                mailbox.post(.hinted(UserHint(user: ada.id.rawValue, version: version)))
                mailbox.post(.tableWanted(connection.connection))
                #expect(await connection.next() == "whole table 0")
            }
            mailbox.post(.left(connection.connection))
            #expect(await store.forgotten.first { _ in true } == ada.id)
            #expect(store.looks.withLockedValue { $0.count } >= 10 + 3)
        }
    }

    @Test func aHintOfWhatIsKnownAsksForNothing() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "joined")
            mailbox.post(.mutated(connection.connection, .test, change))
            #expect(await connection.next() == "table 1")
            mailbox.post(.hinted(UserHint(user: ada.id.rawValue, version: 1)))
            mailbox.post(.tableWanted(connection.connection))
            while await connection.next() != "whole table 0" {}
            #expect(store.looks.withLockedValue { $0.allSatisfy { !$0.devices.isEmpty } })
        }
    }

    @Test func afterARestoredBackupEverybodyReconnects() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "joined")
            store.isRestored.withLockedValue { $0 = true }
            mailbox.post(.lookDue)
            #expect(await connection.next() == "close 1000")
        }
    }

    /// The disk is full when the grace ends, and nothing else asks again.
    @Test func favoritesThatCannotBeRemovedAreRemovedLater() async throws {
        let (store, clock) = (StubStore(), TestClock())
        // Unstructured, because it goes on beside the hub until the test is over.
        let advancing = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        defer { advancing.cancel() }
        try await withHub(store, clock: clock) { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "joined")
            store.fails.withLockedValue { $0 = true }
            mailbox.post(.left(connection.connection))
            var batches = store.batches.makeAsyncIterator()
            for _ in 0..<3 { _ = await batches.next() }
            store.fails.withLockedValue { $0 = false }
            #expect(await store.forgotten.first { _ in true } == ada.id)
        }
    }

    /// The backup brings back favorites that are not kept, even if their user is absent.
    @Test func afterARestoredBackupTheGraceStartsOver() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            store.passing.withLockedValue { $0 = [ada.id] }
            store.isRestored.withLockedValue { $0 = true }
            mailbox.post(.lookDue)
            #expect(await store.forgotten.first { _ in true } == ada.id)
        }
    }

    @Test func aUserWithMoreChangesThanABatchTakesGetsAllOfThemMade() async throws {
        try await withHub { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            for _ in 0..<3 * BatchShares.changesMax { mailbox.post(.mutated(connection.connection, .test, change)) }
            var results = 0
            while results < 3 * BatchShares.changesMax, let told = await connection.next() {
                if told.hasPrefix("result 1") { results += 1 }
            }
            #expect(results == 3 * BatchShares.changesMax)
        }
    }

    @Test func aTerminalWhoseTableDiffersGetsTheWholeOne() async throws {
        try await withHub { mailbox in
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "joined")
            mailbox.post(.tableWanted(connection.connection))
            #expect(await connection.next() == "whole table 0")
        }
    }

    @Test func theUseOfATokenIsNotedAtTheNextLook() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let connections = (1...2).map { StubConnection($0, ada) }
            for connection in connections { mailbox.post(.joined(connection.connection)) }
            for connection in connections { #expect(await connection.next() == "joined") }
            mailbox.post(.lookDue)
            var noted: Set<TokenUse> = []
            for await uses in store.touches {
                noted.formUnion(uses)
                if noted.count == 2 { break }
            }
            #expect(noted == Set(connections.map(\.connection.use)))
        }
    }

    @Test func anUndeliveredTokenIsRevoked() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            mailbox.post(.tokenLost(TokenHash(bytes: [7])))
            let connection = StubConnection(1, ada)
            mailbox.post(.joined(connection.connection))
            #expect(await connection.next() == "joined")
        }
        #expect(store.removed.withLockedValue { $0 } == [TokenHash(bytes: [7])])
    }
}
