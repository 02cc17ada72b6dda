import Logging
import NIOConcurrencyHelpers
import Shared
import Testing

@testable import PushServer

@Suite(.timeLimit(.minutes(5)))
struct UserHubTests {
    private let ada = Account(id: AccountID(rawValue: 1), name: "ada")
    private let change = NumberedMutation(number: 1, mutation: .test)

    private func withHub(
        _ store: StubStore = StubStore(),
        terminalsMax: Int = 2,
        _ body: (Mailbox<UserHub.Event>) async throws -> Void
    ) async throws {
        let hub = UserHub(
            store: store,
            clock: ContinuousClock(),
            grace: .zero,
            terminalsMax: terminalsMax,
            changesPerSecond: 0,
            counters: UserCounters(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        async let running: Void = hub.run()
        try await body(hub.mailbox)
        hub.mailbox.close()
        await running
    }

    @Test func whatCouldNotBeStoredIsToSendAgainAndNothingIsToldToOthers() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let (one, other) = (StubTerminal(1, ada), StubTerminal(2, ada))
            mailbox.post(.joined(one.terminal))
            #expect(await one.next() == "joined")
            mailbox.post(.joined(other.terminal))
            #expect(await other.next() == "joined")
            store.fails.withLockedValue { $0 = true }
            mailbox.post(.mutated(one.terminal, .test, change))
            #expect(await one.next() == "result 1 retryLater")
            store.fails.withLockedValue { $0 = false }
            mailbox.post(.mutated(one.terminal, .test, change))
            #expect(await one.next() == "table 1")
            #expect(await one.next() == "result 1 applied")
            #expect(await other.next() == "table 1", "the first thing that it hears of")
        }
    }

    /// What has expired goes as the server starts; on a full disk it stays, and the server starts all the same.
    @Test func aTerminalThatComesWhileNothingCanBeStoredIsLetIn() async throws {
        let store = StubStore()
        store.fails.withLockedValue { $0 = true }
        try await withHub(store) { mailbox in
            defer { #expect(store.sweeps.withLockedValue { $0 } == 1) }
            let (one, other) = (StubTerminal(1, ada), StubTerminal(2, ada))
            mailbox.post(.mutated(one.terminal, .test, change))
            mailbox.post(.joined(other.terminal))
            #expect(await other.next() == "joined")
            #expect(await one.next() == "result 1 retryLater")
        }
    }

    @Test func aTerminalThatComesWhileAccountsCannotBeReadIsAskedToComeBack() async throws {
        let store = StubStore()
        store.failsReading.withLockedValue { $0 = true }
        try await withHub(store) { mailbox in
            let terminal = StubTerminal(1, ada)
            mailbox.post(.joined(terminal.terminal))
            #expect(await terminal.next() == "close 2002")
        }
    }

    @Test func aUserHasSoManyTerminalsAndNoMore() async throws {
        try await withHub(terminalsMax: 2) { mailbox in
            let terminals = (1...3).map { StubTerminal($0, ada) }
            for terminal in terminals { mailbox.post(.joined(terminal.terminal)) }
            #expect(await terminals[0].next() == "joined")
            #expect(await terminals[1].next() == "joined")
            #expect(await terminals[2].next() == "close 2000")
            let bob = StubTerminal(4, Account(id: AccountID(rawValue: 2), name: "bob"))
            mailbox.post(.joined(bob.terminal))
            #expect(await bob.next() == "joined")
            // One that goes makes room.
            mailbox.post(.left(terminals[0].terminal))
            let next = StubTerminal(5, ada)
            mailbox.post(.joined(next.terminal))
            #expect(await next.next() == "joined")
        }
    }

    @Test func whomAnOperatorSignsOutIsClosed() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let (one, other) = (StubTerminal(1, ada), StubTerminal(2, ada))
            for terminal in [one, other] { mailbox.post(.joined(terminal.terminal)) }
            #expect(await one.next() == "joined")
            #expect(await other.next() == "joined")
            store.revoked.withLockedValue { $0 = [one.terminal.device] }
            mailbox.post(.lookDue)
            #expect(await one.next() == "close 3002")
            mailbox.post(.mutated(other.terminal, .test, change))
            #expect(await other.next() == "table 1")
        }
    }

    @Test func afterARestoredBackupEverybodyConnectsAnew() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let terminal = StubTerminal(1, ada)
            mailbox.post(.joined(terminal.terminal))
            #expect(await terminal.next() == "joined")
            store.isRestored.withLockedValue { $0 = true }
            mailbox.post(.lookDue)
            #expect(await terminal.next() == "close 1000")
        }
    }

    /// Favorites that are not kept are back with the backup, and their user may not be.
    @Test func afterARestoredBackupTheGraceBeginsAnew() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            store.passing.withLockedValue { $0 = [ada.id] }
            store.isRestored.withLockedValue { $0 = true }
            mailbox.post(.lookDue)
            #expect(await store.forgotten.first { _ in true } == ada.id)
        }
    }

    @Test func whoseTableDiffersIsShownTheWhole() async throws {
        try await withHub { mailbox in
            let terminal = StubTerminal(1, ada)
            mailbox.post(.joined(terminal.terminal))
            #expect(await terminal.next() == "joined")
            mailbox.post(.tableWanted(terminal.terminal))
            #expect(await terminal.next() == "whole table 0")
        }
    }

    @Test func theUseOfATokenIsNotedWithTheNextLook() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            let terminals = (1...2).map { StubTerminal($0, ada) }
            for terminal in terminals { mailbox.post(.joined(terminal.terminal)) }
            for terminal in terminals { #expect(await terminal.next() == "joined") }
            mailbox.post(.lookDue)
            var noted: Set<TokenUse> = []
            for await uses in store.touches {
                noted.formUnion(uses)
                if noted.count == 2 { break }
            }
            #expect(noted == Set(terminals.map(\.terminal.use)))
        }
    }

    @Test func aTokenThatNobodyWasToldIsRevoked() async throws {
        let store = StubStore()
        try await withHub(store) { mailbox in
            mailbox.post(.tokenLost(TokenHash(bytes: [7])))
            let terminal = StubTerminal(1, ada)
            mailbox.post(.joined(terminal.terminal))
            #expect(await terminal.next() == "joined")
        }
        #expect(store.removed.withLockedValue { $0 } == [TokenHash(bytes: [7])])
    }
}
