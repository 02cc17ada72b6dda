import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import PlatformKit
import Testing

@testable import PushServer

struct AcceptingTests {
    private static let pause = TimeAmount.milliseconds(1)

    private func withPort(
        _ places: DescriptorPlaces? = nil,
        _ body: (any Channel, DescriptorShortage) async throws -> Void
    ) async throws {
        let shortage = DescriptorShortage(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let channel = try await ServerBootstrap.accepting(
            in: MultiThreadedEventLoopGroup.singleton,
            shortage,
            places: places,
            pause: Self.pause
        )
        .bind(host: "127.0.0.1", port: 0).get()
        try await body(channel, shortage)
        try await channel.close()
    }

    /// A socket that stays in the poll wakes its event loop endlessly.
    @Test(arguments: [EMFILE, ENFILE])
    func aPortThatIsOutOfFileDescriptorsReadsNoMoreAndTriesAgainLater(code: CInt) async throws {
        try await withPort { channel, shortage in
            let (isReading, isReadingLater) = try await channel.eventLoop.submit {
                channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
                // This runs after the next try, which was scheduled first.
                let later = channel.eventLoop.scheduleTask(in: Self.pause) {
                    try channel.syncOptions?.getOption(.autoRead)
                }
                return (try channel.syncOptions?.getOption(.autoRead), later.futureResult)
            }.get()
            #expect(isReading == false)
            #expect(shortage.failures == 1)
            #expect(try await isReadingLater.get() == true)
        }
    }

    /// Dispatch ends a process that cannot open a file.
    @Test(.timeLimit(.minutes(1)))
    func aPortStopsAcceptingBeforeTheProcessRunsOutOfDescriptors() async throws {
        let filesMax = NIOLockedValueBox<Int?>(0)
        let places = DescriptorPlaces {
            DescriptorBudget(filesMax: filesMax.withLockedValue(\.self), eventLoops: 1)
        }
        try await withPort(places) { channel, shortage in
            let (group, address) = (MultiThreadedEventLoopGroup.singleton, try #require(channel.localAddress))
            var clients: [any Channel] = []
            for _ in 0..<12 { clients.append(try await ClientBootstrap(group: group).connect(to: address).get()) }
            while shortage.failures == 0 { await Task.yield() }
            #expect(!places.hasRoom)
            #expect(places.taken <= 4, "one, and those that came in the same turn")
            // The kernel holds the others, and the port takes them once there is room.
            filesMax.withLockedValue { $0 = nil }
            while places.taken < 12 { await Task.yield() }
            let failures = shortage.failures
            for client in clients { try await client.close() }
            while places.taken > 0 { await Task.yield() }
            #expect(shortage.failures == failures, "nobody waited any more")
        }
    }

    @Test func aConnectionThatHasGoneAgainDelaysNobody() async throws {
        try await withPort { channel, shortage in
            let isReading = try await channel.eventLoop.submit {
                channel.pipeline.fireErrorCaught(IOError(errnoCode: ECONNABORTED, reason: "accept"))
                return try channel.syncOptions?.getOption(.autoRead)
            }.get()
            #expect(isReading == true)
            #expect(shortage.failures == 0)
        }
    }

    @Test func aShortageIsLoggedOnceHoweverManyAcceptsFail() {
        let lines = NIOLockedValueBox<[String]>([])
        let shortage = DescriptorShortage(logger: Logger(label: "test") { _ in LineLog(lines: lines) })
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        for second in 0..<100 { shortage.acceptFailed(EMFILE, at: start + .seconds(Int64(second))) }
        #expect(lines.withLockedValue(\.count) == 1)
        #expect(lines.withLockedValue { $0.first?.contains("--max-connections") } == true, "it says what to do")
        shortage.acceptFailed(EMFILE, at: start + .seconds(100 + 60))
        #expect(lines.withLockedValue(\.count) == 2, "another one")
        #expect(shortage.failures == 101)
    }
}
