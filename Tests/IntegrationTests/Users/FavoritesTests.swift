import PushServer
import Shared
import TestSupport
import Testing

@testable import TerminalClient

private let bitcoin = CoinID(1)
private let ether = CoinID(1027)

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FavoritesTests {
    @Test func aFavoriteAppearsOnTheUsersOtherTerminal() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    try await other.connected {
                        await one.untilReady()
                        await other.untilReady()
                        one.add(ether)
                        #expect(one.favorites == [ether], "shown before the server has answered")
                        await other.until { $0.favorites == [ether] }
                        other.add(bitcoin)
                        await one.until { $0.favorites == [ether, bitcoin] }
                        other.remove(ether)
                        await one.until { $0.favorites == [bitcoin] }
                    }
                }
            }
        }
    }

    @Test func anotherUserSeesNothingOfThem() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, users: ["ada", "bob"]) { server in
                let (ada, bob) = (server.terminal(), server.terminal(user: "bob"))
                try await ada.connected {
                    try await bob.connected {
                        await ada.untilReady()
                        await bob.untilReady()
                        ada.add(ether)
                        await ada.untilConfirmed()
                        // Bob's own change comes back after anything that was pushed before it.
                        bob.add(bitcoin)
                        await bob.untilConfirmed()
                        #expect(bob.favorites == [bitcoin])
                        #expect(ada.favorites == [ether])
                    }
                }
            }
        }
    }

    @Test func aSettingChangedInOneTerminalIsShownInTheOther() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    try await other.connected {
                        await one.untilReady()
                        await other.untilReady()
                        one.set(.cryptoCompare)
                        one.set(Settings.coinsOnly, to: true)
                        await other.until { $0.user[Settings.coinsOnly] }
                        #expect(other.user.klineSource == .cryptoCompare)
                        #expect(other.user[Settings.keepFavorites])
                    }
                }
            }
        }
    }

    @Test func favoritesSurviveARestartAndAppearOnANewDevice() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    terminal.add(bitcoin)
                    terminal.add(ether)
                    await terminal.untilConfirmed()
                }
            }
            try await withServer(in: directory) { server in
                let newDevice = server.terminal()
                try await newDevice.connected {
                    await newDevice.untilReady()
                    #expect(newDevice.favorites == [bitcoin, ether])
                }
            }
        }
    }

    @Test func favoritesThatAreNotKeptGoWithTheLastTerminal() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    await one.untilReady()
                    one.add(bitcoin)
                    one.set(Settings.keepFavorites, to: false)
                    await one.untilConfirmed()
                    // One of two terminals leaves, and the favorites stay.
                    try await other.connected { await other.untilReady() }
                    one.add(ether)
                    await one.untilConfirmed()
                    #expect(one.favorites == [bitcoin, ether])
                }
                let later = server.terminal()
                try await later.connected {
                    await later.untilReady()
                    await later.until { $0.favorites.isEmpty }
                }
            }
        }
    }

    @Test func aRefusedChangeVanishesFromTheScreenWithItsReason() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory, configure: { $0.limits.records.limit(.listItem, toRecords: 1) }) {
                server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    await one.untilReady()
                    // The client learns of the limit, so two terminals have to disagree for the server to refuse.
                    try await other.connected {
                        await other.untilReady()
                        one.add(bitcoin)
                        other.add(ether)
                        await one.untilConfirmed()
                        await other.untilConfirmed()
                    }
                    let refusals = [one, other].compactMap(\.link.user.problem)
                    #expect(refusals == ["You can have at most 1 favorites; remove one first."])
                    #expect(one.favorites == other.favorites)
                    #expect(one.favorites.count == 1)
                }
            }
        }
    }
}
