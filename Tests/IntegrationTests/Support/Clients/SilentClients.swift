import NIOCore
import NIOPosix

/// Connections that send nothing and only take up room.
struct SilentClients: Sendable {
    private let channels: [any Channel]

    static func connect(_ count: Int, port: Int) async throws -> SilentClients {
        var channels: [any Channel] = []
        for _ in 0..<count {
            channels.append(
                try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "127.0.0.1", port: port).get()
            )
        }
        return SilentClients(channels: channels)
    }

    /// Returns when the server has ended all of them.
    func untilEnded() async throws { for channel in channels { try await channel.closeFuture.get() } }

    /// Returns when the server has ended one of them.
    func untilOneEnded() async throws {
        try await withThrowingTaskGroup { group in
            for channel in channels { group.addTask { try await channel.closeFuture.get() } }
            try await group.next()
            await close()
        }
    }

    func close() async { for channel in channels { try? await channel.close() } }
}
