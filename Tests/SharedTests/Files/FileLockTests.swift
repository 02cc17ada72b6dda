import Foundation
import Testing

@testable import Shared

/// A lock has one holder at a time. In these tests, another descriptor plays another process.
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

    @Test func aHolderThatEndsAfterItsReleaseDoesNotAffectTheNext() async throws {
        try await withPath { path in
            var first = try FileLock(ifFreeAt: path)
            first?.release()
            let second = try FileLock(ifFreeAt: path)
            first?.release()
            first = nil
            #expect(second != nil)
            #expect(try FileLock(ifFreeAt: path) == nil)
            // The number of the first descriptor is free now, and the first holder must not close it again.
            let file = try FileLock(waitingAt: path + ".other")
            defer { SmallFile.remove(path + ".other") }
            #expect(try FileLock(ifFreeAt: path + ".other") == nil)
            file.release()
        }
    }

    @Test func aWaiterGetsTheLockAfterItsHolder() async throws {
        try await withPath { path in
            let first = try FileLock(waitingAt: path)
            let (events, event) = AsyncStream.makeStream(of: String.self)
            // Use a separate thread, because this blocks.
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
