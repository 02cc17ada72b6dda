import PushServer
import Shared
import TestSupport
import Testing

@testable import TerminalClient

private let bitcoin = CoinID(1)
private let ether = CoinID(1027)
private let list = ListID(rawValue: 7)
private let otherList = ListID(rawValue: 8)

/// Lists besides Favorites, in two terminals of one user, online and offline.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ListsTests {
    @Test func whatOneTerminalDoesWithListsTheOtherShows() async throws {
        try await withTerminals { one, other in
            try one.create(list, "DeFi")
            await other.until { $0.names == ["DeFi"] }
            other.add(ether, to: list)
            await one.until { $0.coins(in: list) == [ether] }
            try one.rename(list, to: "Old coins")
            await other.until { $0.names == ["Old coins"] }
            try other.create(otherList, "Layer 2")
            await one.until { $0.names == ["Old coins", "Layer 2"] }
            one.link.user.mutate { .move(otherList, to: 0, of: $0) }
            await other.until { $0.names == ["Layer 2", "Old coins"] }
            other.link.user.mutate { _ in .delete(list) }
            await one.until { $0.names == ["Layer 2"] && $0.coins(in: list).isEmpty }
        }
    }

    @Test func eachStepIsUndoneInBothTerminals() async throws {
        try await withTerminals { one, other in
            try one.create(list, "DeFi")
            one.add(ether, to: list)
            try one.rename(list, to: "Old coins")
            one.link.user.mutate { _ in .delete(list) }
            await one.untilConfirmed()
            await other.until { $0.names.isEmpty && $0.user.version == one.user.version }
            one.link.user.undo()
            await other.until { $0.names == ["Old coins"] && $0.coins(in: list) == [ether] }
            one.link.user.undo()
            await other.until { $0.names == ["DeFi"] }
            one.link.user.undo()
            await other.until { $0.coins(in: list).isEmpty }
            one.link.user.undo()
            await other.until { $0.names.isEmpty }
        }
    }

    @Test func twoTerminalsThatMadeOneNameOfflineHaveItTwice() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try one.create(list, "DeFi")
                try other.create(otherList, "defi")
                other.add(ether, to: otherList)
                #expect(other.names == ["defi"], "it cannot know of the other")
                try await one.connected {
                    await one.untilReady()
                    await one.untilConfirmed()
                    try await other.connected {
                        await other.untilReady()
                        await other.untilConfirmed()
                        await one.until { $0.names.count == 2 && !$0.coins(in: otherList).isEmpty }
                        for terminal in [one, other] {
                            #expect(Set(terminal.names) == ["DeFi", "defi (2)"])
                            #expect(terminal.coins(in: otherList) == [ether])
                            #expect(terminal.link.user.problem == nil, "nothing is refused")
                        }
                    }
                }
            }
        }
    }

    @Test func whatIsAddedOfflineToAListThatIsDeletedIsRefusedInWords() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    await one.untilReady()
                    try one.create(list, "DeFi")
                    await one.untilConfirmed()
                    try await other.connected {
                        await other.untilReady()
                        #expect(other.names == ["DeFi"])
                    }
                    other.add(bitcoin, to: list)
                    try other.rename(list, to: "Old coins")
                    #expect(other.coins(in: list) == [bitcoin] && other.names == ["Old coins"])
                    one.link.user.mutate { _ in .delete(list) }
                    await one.untilConfirmed()
                    try await other.connected {
                        await other.until { $0.link.user.pendingCount == 0 }
                        await other.until { $0.names.isEmpty }
                        #expect(other.coins(in: list).isEmpty, "the renaming is skipped: nothing rises from the dead")
                        #expect(
                            other.link.user.problem
                                == "This list item belongs to a list that no longer exists; choose another list."
                        )
                    }
                }
            }
        }
    }

    @Test func whatOthersAddedMeanwhileComesBackWithADeletedList() async throws {
        try await withTerminals { one, other in
            try one.create(list, "DeFi")
            await other.until { $0.names == ["DeFi"] }
            other.add(ether, to: list)
            await other.untilConfirmed()
            one.link.user.mutate { _ in .delete(list) }
            await one.untilConfirmed()
            one.link.user.undo()
            await other.until { $0.names == ["DeFi"] && $0.coins(in: list) == [ether] }
        }
    }

    @Test func listsSurviveARestart() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    try terminal.create(list, "DeFi")
                    terminal.add(ether, to: list)
                    await terminal.untilConfirmed()
                }
            }
            try await withServer(in: directory) { server in
                let terminal = server.terminal()
                try await terminal.connected {
                    await terminal.untilReady()
                    #expect(terminal.names == ["DeFi"] && terminal.coins(in: list) == [ether])
                }
            }
        }
    }

    private func withTerminals(_ body: @MainActor (TestTerminal, TestTerminal) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let (one, other) = (server.terminal(), server.terminal())
                try await one.connected {
                    try await other.connected {
                        await one.untilReady()
                        await other.untilReady()
                        try await body(one, other)
                    }
                }
            }
        }
    }
}

extension TestTerminal {
    fileprivate var names: [String] { user.lists.map(\.name) }

    fileprivate func coins(in list: ListID) -> [CoinID] { user.items(of: list).map(\.coin) }

    fileprivate func create(_ list: ListID, _ name: String) throws {
        let mutation = try Mutation.create(list, named: ListName(typed: name), of: user)
        link.user.mutate { _ in mutation }
    }

    fileprivate func rename(_ list: ListID, to name: String) throws {
        let mutation = try Mutation.rename(list, to: ListName(typed: name), of: user)
        link.user.mutate { _ in mutation }
    }

    fileprivate func add(_ coin: CoinID, to list: ListID) { link.user.mutate { .add([coin], to: list, of: $0) } }
}
