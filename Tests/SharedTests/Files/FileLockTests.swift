import Foundation
import Testing

@testable import Shared

/// One holder at a time; another process is as good as another descriptor here.
@Suite(.timeLimit(.minutes(1)))
struct FileLockTests {
    private func withPath(_ body: (String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "/tickwire-lock-\(UUID().uuidString)"
        defer { SmallFile.remove(path) }
        try await body(path)
    }

    @Test func aLockIsFreeUntilSomebodyHoldsItAndAfterwards() async throws {
        try await withPath { path in
            let first = try FileLock(ifFreeAt: path)
            #expect(first != nil)
            #expect(try FileLock(ifFreeAt: path) == nil)
            first?.release()
            #expect(try FileLock(ifFreeAt: path) != nil)
        }
    }

    @Test func aLockEndsWithItsHolder() async throws {
        try await withPath { path in
            var holder = try FileLock(ifFreeAt: path)
            #expect(holder != nil)
            holder = nil
            #expect(try FileLock(ifFreeAt: path) != nil)
        }
    }

    @Test func aHolderThatEndsAfterItsReleaseTakesNothingFromTheNext() async throws {
        try await withPath { path in
            var first = try FileLock(ifFreeAt: path)
            first?.release()
            let second = try FileLock(ifFreeAt: path)
            first?.release()
            first = nil
            #expect(second != nil)
            #expect(try FileLock(ifFreeAt: path) == nil)
            // The number of the first's descriptor is free now, and nobody closes it again.
            let file = try FileLock(waitingAt: path + ".other")
            defer { SmallFile.remove(path + ".other") }
            #expect(try FileLock(ifFreeAt: path + ".other") == nil)
            file.release()
        }
    }

    @Test func whoWaitsGetsTheLockAfterItsHolder() async throws {
        try await withPath { path in
            let first = try FileLock(waitingAt: path)
            let (events, event) = AsyncStream.makeStream(of: String.self)
            // A thread of its own, because it blocks.
            Thread.detachNewThread {
                event.yield("waits")
                let second = try? FileLock(waitingAt: path)
                event.yield(second == nil ? "failed" : "has it")
            }
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == "waits")
            first.release()
            #expect(await iterator.next() == "has it")
        }
    }

    @Test func aLinkIsNotFollowed() async throws {
        try await withPath { path in
            try SmallFile.write([], to: path + ".target")
            defer { SmallFile.remove(path + ".target") }
            try #require(symlink(path + ".target", path) == 0)
            #expect(throws: SystemError.self) { try FileLock(ifFreeAt: path) }
        }
    }
}
