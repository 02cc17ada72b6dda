import Foundation
import NIOConcurrencyHelpers
import Shared
import TestSupport
import Testing

@testable import PushServer
@testable import TerminalClient

/// What one process leaves in the cache, and the next one makes of it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OfflineTests {
    private func file(in directory: String) -> ReplicaCacheFile {
        Profile(directory: directory + "/profile").cache(of: "ada", at: ServerAddress(host: "127.0.0.1", port: 1))
    }

    private func keeper(
        of link: ServerLink,
        in directory: String,
        // A day stands for a wait that does not end: the keeper's task is cancelled first.
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await Task.sleep(for: .seconds(86_400))
        }
    ) -> CacheKeeper {
        CacheKeeper(link, file: file(in: directory), sleep: sleep)
    }

    @Test func theNextProcessResumesWithADiff() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let first = server.terminal(user: "ada")
                // The test ends this task before it reads the file.
                let keeping = Task { await keeper(of: first.link, in: directory).run() }
                try await first.running {
                    await first.untilReady()
                    try await server.tick(["btcusdt": "50000"])
                    try await first.untilItHasTheMarket(of: server)
                }
                keeping.cancel()
                await keeping.value
                let cached = try #require(file(in: directory).read())
                #expect(cached.market.table.hash == first.table.hash)

                try await server.tick(["btcusdt": "50001"])
                let second = server.terminal(user: "ada", cached: cached)
                #expect(second.link.market.isCached && second.table.hash == first.table.hash)
                try await second.running {
                    await second.until { !$0.link.market.isCached }
                    try await second.untilItHasTheMarket(of: server)
                }
                #expect(second.snapshotParts == 0, "the server remembers the epoch and sends what has changed")
            }
        }
    }

    @Test func pricesThatAreStillTheNewestCountAsLiveWithoutAnotherTick() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let first = server.terminal(user: "ada")
                try await first.running {
                    await first.untilReady()
                    try await first.untilItHasTheMarket(of: server)
                }
                let second = server.terminal(user: "ada", cached: first.link.cache)
                #expect(!second.link.market.isCurrent)
                try await second.running { await second.until { $0.link.market.isCurrent } }
                #expect(second.snapshotParts == 0)
            }
        }
    }

    @Test func aLiveConnectionIsWrittenSoonAndThenNowAndThenAndALostOneAtOnce() async throws {
        try await withTemporaryDirectory { directory in
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
            let asked = NIOLockedValueBox<[Duration]>([])
            let terminal = try await withServer(in: directory) { server in
                let terminal = server.terminal(user: "ada")
                let keeper = keeper(of: terminal.link, in: directory) { time in
                    asked.withLockedValue { $0.append(time) }
                    for await _ in wakes { return }
                    throw CancellationError()
                }
                // The keeper and the link go on after the server's end, as those of a terminal do.
                let keeping = Task { await keeper.run() }
                let running = Task { await terminal.link.run() }
                await terminal.untilReady()
                try await terminal.untilItHasTheMarket(of: server)
                #expect(!SmallFile.exists(file(in: directory).path), "not on each tick")
                wake.yield()
                while !SmallFile.exists(file(in: directory).path) { await Task.yield() }
                while asked.withLockedValue({ $0.count }) < 2 { await Task.yield() }
                #expect(asked.withLockedValue { $0 } == [CacheKeeper.firstWait, CacheKeeper.period])
                try await server.tick(["btcusdt": "50002"])
                try await terminal.untilItHasTheMarket(of: server)
                return (terminal, keeping, running)
            }
            await terminal.0.until { $0.link.state != .live }
            while file(in: directory).read()?.market.table.hash != terminal.0.table.hash { await Task.yield() }
            terminal.2.cancel()
            terminal.1.cancel()
            await terminal.1.value
        }
    }

    /// The first wait begins when the terminal is live: a server that is slow to answer does not use it up.
    @Test func theFirstWaitBeginsWithTheFirstLiveMoment() async throws {
        try await withTemporaryDirectory { directory in
            let asked = NIOLockedValueBox<[Duration]>([])
            try await withServer(in: directory) { server in
                let terminal = server.terminal(user: "ada")
                let keeper = keeper(of: terminal.link, in: directory) { time in
                    asked.withLockedValue { $0.append(time) }
                    // As above: the task is cancelled first.
                    try await Task.sleep(for: .seconds(86_400))
                }
                // The test ends this task before it looks at the waits.
                let keeping = Task { await keeper.run() }
                for _ in 0..<1000 { await Task.yield() }
                #expect(asked.withLockedValue { $0.isEmpty }, "nothing is waited for before the terminal is live")
                try await terminal.running {
                    await terminal.untilReady()
                    while asked.withLockedValue({ $0.isEmpty }) { await Task.yield() }
                }
                keeping.cancel()
                await keeping.value
                #expect(asked.withLockedValue { $0 } == [CacheKeeper.firstWait])
            }
        }
    }

    @Test func loggingOutLeavesNoCache() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let terminal = server.terminal(user: "ada")
                // The test ends this task before it looks for the file.
                let keeping = Task { await keeper(of: terminal.link, in: directory).run() }
                try await terminal.running {
                    await terminal.untilReady()
                    await file(in: directory).write(try #require(terminal.link.cache))
                    terminal.link.logOutRequested()
                    _ = await terminal.untilStopped()
                }
                keeping.cancel()
                await keeping.value
                #expect(!SmallFile.exists(file(in: directory).path))
            }
        }
    }

    /// A window that has been offline since yesterday must not replace what another one has written today.
    @Test func aWindowThatHasHeardNothingWritesNothing() async throws {
        try await withTemporaryDirectory { directory in
            try await withServer(in: directory) { server in
                let first = server.terminal(user: "ada")
                try await first.running { await first.untilReady() }
                let cached = try #require(first.link.cache)
                let second = server.terminal(user: "ada", cached: cached)
                // As above. The task ends while it waits, or before it has begun.
                let keeping = Task { await keeper(of: second.link, in: directory).run() }
                keeping.cancel()
                await keeping.value
                #expect(!SmallFile.exists(file(in: directory).path))
            }
        }
    }
}
